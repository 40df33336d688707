import type { Site } from '@service/billing/resources/site.ts';
import { expect, test } from 'vitest';
import { demoSite } from '../../seed/demo.ts';
import { testClock } from '../../test/clock.ts';
import type { TokenVault } from '../adapters/vault/vault.ts';
import { lastToken } from './last-token.ts';

test('the last token of the demo site is known for as long as it can be redeemed', async () => {
  const clock = testClock('2026-11-20T12:00:00Z');
  const ids = ['token-1', 'token-2', 'token-3'];
  const vault = { keep: async () => ids.shift() ?? '' } as unknown as TokenVault;
  const tokens = lastToken(clock);
  const keep = (site: Site) => tokens.remembered(vault).keep(site, {} as never, {} as never);
  const demo = demoSite('1');

  expect(tokens.get()).toBeUndefined();
  expect(await keep(demo)).toBe('token-1');
  await keep({ ...demo, subdomain: 'other' });
  expect(tokens.get()).toBe('token-1');
  await keep(demo);
  expect(tokens.get()).toBe('token-3');
  clock.advance({ seconds: 20 * 60 });
  expect(tokens.get()).toBeUndefined();
});
