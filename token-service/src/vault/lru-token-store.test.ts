import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepSwept, lruTokenStore } from './lru-token-store.ts';
import { behavesLikeATokenStore } from './token-store.contract.ts';
import { TOKEN_LIFETIME_MS } from './token-store.ts';

const openStore = (sizes: { capacity?: number; perSite?: number; slice?: number } = {}) => {
  let now = Date.parse('2026-03-01T12:00:00Z');
  const store = lruTokenStore({ clock: { now: () => now }, capacity: 10, perSite: 5, ...sizes });
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { store, pass };
};

describe('a token store in memory', () => {
  behavesLikeATokenStore(async () => openStore());

  test('has zeroed a token of twenty minutes with its next sweep, and no younger one', async () => {
    const { store, pass } = openStore();
    const [older, younger] = [Buffer.from('older'), Buffer.from('younger')];
    await store.keep('site', 'older', older);
    pass(1);
    await store.keep('site', 'younger', younger);
    pass(TOKEN_LIFETIME_MS - 1);
    store.sweep();
    expect(older).toEqual(Buffer.alloc(5));
    expect(younger).toEqual(Buffer.from('younger'));
  });

  test('has zeroed a token that is asked for at twenty minutes, sweep or not', async () => {
    const { store, pass } = openStore();
    const payload = Buffer.from('secret');
    await store.keep('site', 'token', payload);
    pass(TOKEN_LIFETIME_MS);
    expect(await store.hold('site', 'token')).toEqual({ is: 'gone' });
    expect(payload).toEqual(Buffer.alloc(6));
  });

  test('zeroes what is consumed and what is cleared', async () => {
    const { store } = openStore();
    const [consumed, cleared] = [Buffer.from('secret'), Buffer.from('secret')];
    await store.keep('site', 'consumed', consumed);
    await store.keep('site', 'cleared', cleared);
    const hold = await store.hold('site', 'consumed');
    if (hold.is === 'held') await hold.consume();
    expect(consumed).toEqual(Buffer.alloc(6));
    store.clear();
    expect(cleared).toEqual(Buffer.alloc(6));
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
    const { store, pass } = openStore({ slice: 2 });
    const payloads = [1, 2, 3, 4, 5].map((byte) => Buffer.from([byte]));
    for (const [i, payload] of payloads.entries()) await store.keep('site', `token-${i}`, payload);
    pass(TOKEN_LIFETIME_MS);
    const left = () => payloads.filter(([byte]) => byte !== 0).length;
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
