import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { keepSwept, lruTokenStore } from './lru-token-store.ts';
import { openSlab } from './slab.ts';
import { behavesLikeATokenStore } from './token-store.contract.ts';
import { HOLD_LEASE_MS, TOKEN_LIFETIME_MS } from './token-store.ts';

const openStore = (sizes: { capacity?: number; perSite?: number; slice?: number } = {}) => {
  const clock = testClock('2026-03-01T12:00:00Z');
  const slab = openSlab();
  const store = lruTokenStore({ clock, capacity: 10, perSite: 5, slab, ...sizes });
  const holds = (text: string): boolean => Buffer.concat(slab.blocks).includes(text);
  const pass = (milliseconds: number) => clock.advance({ seconds: milliseconds / 1000 });
  return { store, clock, pass, holds };
};

describe('a token store in memory', () => {
  behavesLikeATokenStore(async () => openStore());

  test('has zeroed a token of twenty minutes with its next sweep, and no younger one', async () => {
    const { store, pass, holds } = openStore();
    const given = Buffer.from('older');
    await store.keep('site', 'older', given);
    expect([given.toString('utf8', 0, 1), holds('older')]).toEqual(['\0', true]);
    pass(1);
    await store.keep('site', 'younger', Buffer.from('younger'));
    pass(TOKEN_LIFETIME_MS - 1);
    store.sweep();
    expect([holds('older'), holds('younger')]).toEqual([false, true]);
  });

  test('has zeroed a token that is asked for at twenty minutes, sweep or not', async () => {
    const { store, pass, holds } = openStore();
    await store.keep('site', 'token', Buffer.from('secret'));
    pass(TOKEN_LIFETIME_MS);
    expect(await store.hold('site', 'token')).toEqual({ is: 'gone' });
    expect(holds('secret')).toBe(false);
  });

  test.each([1, -1])('keeps the life of a token when the system clock jumps by %i hours and back', async (hours) => {
    const { store, clock, pass } = openStore();
    await store.keep('site', 'before', Buffer.from('a'));
    clock.jump({ hours });
    await store.keep('site', 'between', Buffer.from('b'));
    const hold = await store.hold('site', 'before');
    expect(hold.is).toBe('held');
    if (hold.is === 'held') await hold.release();
    clock.jump({ hours: -hours });
    pass(TOKEN_LIFETIME_MS - 1);
    expect((await store.hold('site', 'before')).is).toBe('held');
    pass(1);
    expect(await store.hold('site', 'before')).toEqual({ is: 'gone' });
    expect(await store.hold('site', 'between')).toEqual({ is: 'gone' });
  });

  test('keeps the lease of a hold when the system clock jumps forward and back', async () => {
    const { store, clock, pass } = openStore();
    await store.keep('site', 'token', Buffer.from('a'));
    clock.jump({ hours: 1 });
    await store.hold('site', 'token');
    clock.jump({ hours: -1 });
    pass(HOLD_LEASE_MS - 1);
    expect(await store.hold('site', 'token')).toEqual({ is: 'busy' });
    pass(1);
    expect((await store.hold('site', 'token')).is).toBe('held');
  });

  test('zeroes what is consumed and what is cleared', async () => {
    const { store, holds } = openStore();
    await store.keep('site', 'consumed', Buffer.from('one secret'));
    await store.keep('site', 'cleared', Buffer.from('another secret'));
    const hold = await store.hold('site', 'consumed');
    if (hold.is === 'held') await hold.consume();
    expect([holds('one secret'), holds('another secret')]).toEqual([false, true]);
    store.clear();
    expect(holds('another secret')).toBe(false);
  });

  test('that is full refuses any site, and drops nothing for it', async () => {
    const { store } = openStore({ capacity: 2 });
    await store.keep('a', 'token', Buffer.from('a'));
    await store.keep('b', 'token', Buffer.from('b'));
    await expect(store.keep('c', 'token', Buffer.from('c'))).rejects.toMatchObject({ symbol: 'service_unavailable' });
    expect((await store.hold('a', 'token')).is).toBe('held');
    expect((await store.hold('b', 'token')).is).toBe('held');
  });

  test('sweeps a slice at a time', async () => {
    const { store, pass, holds } = openStore({ slice: 2 });
    const secrets = ['one', 'two', 'three', 'four', 'five'];
    for (const secret of secrets) await store.keep('site', `token-${secret}`, Buffer.from(secret));
    pass(TOKEN_LIFETIME_MS);
    const left = () => secrets.filter(holds).length;
    expect([store.sweep(), left()]).toEqual([true, 3]);
    expect([store.sweep(), left()]).toEqual([true, 1]);
    expect([store.sweep(), left()]).toEqual([false, 0]);
  });
});

describe('a swept store', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is swept at its interval, and at once while more is left, until that ends', () => {
    const sweep = vi.fn(() => false).mockReturnValueOnce(true);
    const end = keepSwept({ sweep }, 250);
    vi.advanceTimersByTime(1);
    expect(sweep).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(250);
    expect(sweep).toHaveBeenCalledTimes(3);
    end();
    vi.advanceTimersByTime(10_000);
    expect(sweep).toHaveBeenCalledTimes(3);
  });
});
