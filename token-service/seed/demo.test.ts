import { siteIssues } from '@service/billing/domain/sites/site-rules.ts';
import type { World } from '@service/billing/ports/world.ts';
import { expect, test } from 'vitest';
import { openStorage } from '../src/adapters/storage/storage.ts';
import { openWorld } from '../src/runtime/world.ts';
import { testClock } from '../test/clock.ts';
import { DEMO_KEYS, seedDemo } from './demo.ts';

const clock = testClock('2026-03-01T12:00:00Z');
const world: World = { ...openWorld(clock), pause: async () => {} };

test('the demo site has its three keys, is a valid site, and is created once', async () => {
  const { sites, administration, close } = await openStorage({ dataDir: ':memory:', databaseUrl: null }, world);
  await Promise.all([seedDemo(administration, world), seedDemo(administration, world)]);
  const [demo, ...others] = await sites.all();
  expect(others).toEqual([]);
  if (!demo) throw new Error('the demo site is missing');
  expect(demo).toMatchObject({ subdomain: 'demo', mode: 'sandbox' });
  expect(siteIssues(demo)).toEqual([]);
  expect(await sites.byPrivateKey(DEMO_KEYS.private, clock.now())).toMatchObject({
    site: demo,
    key: { read_only: false },
  });
  expect(await sites.byPrivateKey(DEMO_KEYS.readOnly, clock.now())).toMatchObject({ key: { read_only: true } });
  expect(await sites.byPublicKey(DEMO_KEYS.public)).toEqual(demo);

  await sites.save({ ...demo, currencies: ['CHF'] });
  await seedDemo(administration, world);
  expect(await sites.find('demo')).toMatchObject({ currencies: ['CHF'] });
  await close();
});
