import type { Attempt } from '@service/billing/ports/attempts.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { fingerprints } from '../../runtime/fingerprint.ts';
import { openWorld } from '../../runtime/world.ts';
import type { Counted } from './attempt-store.ts';
import { openAttempts } from './attempts.ts';
import { memoryAttempts } from './memory-attempts.ts';

const clock = testClock('2026-03-01T12:00:00Z');
const site = { id: 'site-1', attempts_per_hour: 20, attempts_per_card: 10, attempts_per_address: 40 } as Site;
const attempt: Attempt = {
  site,
  account_code: 'ada@example.com',
  card: 'fingerprint-1',
  address: '203.0.113.7',
  client_address: '198.51.100.1',
  correlation: 'request-1',
};

const open = () => {
  const memory = memoryAttempts(clock);
  const names: string[] = [];
  const reached: object[] = [];
  const attempts = openAttempts({
    store: {
      ...memory,
      reserve: (id: string, counted: readonly Counted[]) => {
        names.push(...counted.map(({ name }) => name));
        return memory.reserve(id, counted);
      },
    },
    fingerprint: fingerprints(Buffer.alloc(32, 1)),
    ids: openWorld(clock).ids,
    alert: async ({ id }, sign) => void reached.push({ site: id, ...sign }),
  });
  const decline = async (times: number, changes: (index: number) => Partial<Attempt> = () => ({})): Promise<void> => {
    for (let i = 0; i < times; i++) {
      const verdict = await attempts.reserve({ ...attempt, ...changes(i) });
      if (verdict.outcome !== 'reserved') throw new Error(`${verdict.scope} ${verdict.outcome}`);
      await verdict.settle(true);
    }
  };
  return { attempts, names, reached, decline };
};

describe('declined attempts', () => {
  let opened: ReturnType<typeof open>;
  beforeEach(() => {
    opened = open();
  });

  test('with a wrong security code lock the card for a day, and alert only at the limit of the card', async () => {
    await opened.decline(5, (index) => ({ account_code: `customer-${index}`, comparesCode: true }));
    const guess = { ...attempt, account_code: 'grace', comparesCode: true };
    expect(await opened.attempts.reached(guess)).toEqual({ scope: 'security_code', retry_after: 86_400 });
    expect(await opened.attempts.reached({ ...guess, comparesCode: false })).toBeUndefined();
    expect(opened.reached).toEqual([]);
    clock.advance({ hours: 24 });
    expect(await opened.attempts.reached(guess)).toBeUndefined();
  });

  test('are limited for each account, whatever the cards', async () => {
    await opened.decline(20, (index) => ({ card: `card-${index}`, address: null }));
    expect(await opened.attempts.reached({ ...attempt, card: 'another' })).toEqual({
      scope: 'account',
      retry_after: 3600,
    });
    expect(await opened.attempts.reached({ ...attempt, account_code: 'grace' })).toBeUndefined();
  });

  test('are limited for each card, whatever the accounts', async () => {
    await opened.decline(10, (index) => ({ account_code: `account-${index}`, address: null }));
    expect(await opened.attempts.reserve({ ...attempt, account_code: 'another' })).toEqual({
      outcome: 'reached',
      scope: 'card',
      retry_after: 3600,
    });
  });

  test('are limited for each customer address, whatever the accounts and cards', async () => {
    await opened.decline(40, (index) => ({ account_code: `account-${index}`, card: `card-${index}` }));
    expect(await opened.attempts.reached({ ...attempt, account_code: 'another', card: 'another' })).toEqual({
      scope: 'address',
      retry_after: 3600,
    });
  });

  test('say in whole seconds when the next attempt can be made', async () => {
    await opened.decline(9);
    clock.advance({ seconds: 1 });
    await opened.decline(1);
    clock.advance({ seconds: 1.5 });
    expect(await opened.attempts.reached(attempt)).toEqual({ scope: 'card', retry_after: 3598 });
  });

  test('of one IPv6 subscriber are counted together', async () => {
    await opened.decline(40, (index) => ({
      account_code: `account-${index}`,
      card: `card-${index}`,
      address: `2001:db8:1:2::${index.toString(16)}`,
    }));
    const other = { ...attempt, account_code: 'another', card: 'another' };
    expect(await opened.attempts.reached({ ...other, address: '2001:db8:1:2:ffff::1' })).toEqual({
      scope: 'address',
      retry_after: 3600,
    });
    expect(await opened.attempts.reached({ ...other, address: '2001:db8:1:3::1' })).toBeUndefined();
  });

  test('are not counted by the address of the server that sends the requests', async () => {
    const own = { address: '::ffff:198.51.100.1' };
    await opened.decline(50, (index) => ({ ...own, account_code: `account-${index}`, card: `card-${index}` }));
  });

  test('of another site are counted apart', async () => {
    await opened.decline(10);
    expect(await opened.attempts.reached(attempt)).toEqual({ scope: 'card', retry_after: 3600 });
    expect(await opened.attempts.reached({ ...attempt, site: { ...site, id: 'site-2' } })).toBeUndefined();
  });

  test('are not counted where the site sets no limit', async () => {
    const unlimited = { ...site, attempts_per_hour: null, attempts_per_card: null, attempts_per_address: null };
    await opened.decline(100, () => ({ site: unlimited }));
    expect(opened.names).toEqual([]);
  });

  test('are waited for while others are under way, until one of them ends', async () => {
    const limited = { ...attempt, site: { ...site, attempts_per_card: 1 } };
    const first = await opened.attempts.reserve(limited);
    const second = await opened.attempts.reserve(limited);
    if (first.outcome !== 'reserved' || second.outcome !== 'busy') throw new Error('not waiting');
    expect(second.scope).toBe('card');
    await first.settle(false);
    await second.freed;
    expect((await opened.attempts.reserve(limited)).outcome).toBe('reserved');
  });

  test('are reported once, when they fill a limit', async () => {
    await opened.decline(10);
    for (let i = 0; i < 5; i++) await opened.attempts.reserve(attempt);
    expect(opened.reached).toEqual([
      { site: 'site-1', setting: 'attempts_per_card', limit: 10, correlation: 'request-1' },
    ]);
  });

  test('are counted under names that reveal neither account nor card nor address', async () => {
    await opened.decline(1);
    expect(opened.names).toHaveLength(3);
    for (const name of opened.names) expect(name).toMatch(/^\{site-1\}:(account|card|address):[\w-]{24}$/);
  });
});
