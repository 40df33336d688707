import { describe, expect, test } from 'vitest';
import { HOLD_LEASE_MS, type Hold, TOKEN_LIFETIME_MS, type TokenStore } from './token-store.ts';

export interface StoreUnderTest {
  readonly store: TokenStore;
  /** Lets time pass, in milliseconds. */
  readonly pass: (milliseconds: number) => void;
}

/** The contract of every token store. `build` returns an empty one with a capacity of five tokens per site. */
export const behavesLikeATokenStore = (build: () => Promise<StoreUnderTest>): void => {
  const held = (hold: Hold) => {
    if (hold.is !== 'held') throw new Error(`expected to hold the token, it is ${hold.is}`);
    return hold;
  };

  describe('a token', () => {
    test('is read as it was stored', async () => {
      const { store } = await build();
      const payload = Buffer.from([0, 1, 127, 128, 255]);
      await store.keep('site', 'token', Buffer.from(payload));
      expect(held(await store.hold('site', 'token')).payload).toEqual(payload);
    });

    test('belongs to its site', async () => {
      const { store } = await build();
      await store.keep('site', 'token', Buffer.from('a'));
      expect(await store.hold('other', 'token')).toEqual({ is: 'gone' });
      expect(await store.hold('site', 'other')).toEqual({ is: 'gone' });
    });

    test('lives twenty minutes to the millisecond', async () => {
      const { store, pass } = await build();
      await store.keep('site', 'token', Buffer.from('a'));
      pass(TOKEN_LIFETIME_MS - 1);
      await held(await store.hold('site', 'token')).release();
      pass(1);
      expect(await store.hold('site', 'token')).toEqual({ is: 'gone' });
    });

    test('is not changed through a held copy', async () => {
      const { store } = await build();
      await store.keep('site', 'token', Buffer.from('a'));
      const first = held(await store.hold('site', 'token'));
      first.payload.fill(0);
      await first.release();
      expect(held(await store.hold('site', 'token')).payload).toEqual(Buffer.from('a'));
    });
  });

  describe('a held token', () => {
    test('goes to exactly one of four concurrent callers', async () => {
      const { store } = await build();
      await store.keep('site', 'token', Buffer.from('a'));
      const holds = await Promise.all([1, 2, 3, 4].map(() => store.hold('site', 'token')));
      expect(holds.map(({ is }) => is).sort()).toEqual(['busy', 'busy', 'busy', 'held']);
    });

    test('is busy while it is being used, gone afterwards, and consumed once', async () => {
      const { store } = await build();
      await store.keep('site', 'token', Buffer.from('a'));
      const hold = held(await store.hold('site', 'token'));
      expect(await hold.consume()).toBe(true);
      expect(await hold.consume()).toBe(false);
      expect(await store.hold('site', 'token')).toEqual({ is: 'busy' });
      await hold.release();
      expect(await store.hold('site', 'token')).toEqual({ is: 'gone' });
    });

    test('is gone when its holder has not finished for a minute', async () => {
      const { store, pass } = await build();
      await store.keep('site', 'token', Buffer.from('a'));
      await held(await store.hold('site', 'token')).consume();
      pass(HOLD_LEASE_MS);
      expect(await store.hold('site', 'token')).toEqual({ is: 'gone' });
    });

    test('can be held again once it is released, and not be consumed by the previous holder', async () => {
      const { store } = await build();
      await store.keep('site', 'token', Buffer.from('a'));
      const first = held(await store.hold('site', 'token'));
      await first.release();
      const second = held(await store.hold('site', 'token'));
      expect(await first.consume()).toBe(false);
      await first.release();
      expect(await store.hold('site', 'token')).toEqual({ is: 'busy' });
      expect(await second.consume()).toBe(true);
    });

    test('ages while it is held', async () => {
      const { store, pass } = await build();
      await store.keep('site', 'token', Buffer.from('a'));
      pass(TOKEN_LIFETIME_MS - 1);
      const hold = held(await store.hold('site', 'token'));
      pass(1);
      expect(await hold.consume()).toBe(false);
      await hold.release();
      expect(await store.hold('site', 'token')).toEqual({ is: 'gone' });
    });

    test('is free again when its holder has not finished for a minute, and can no longer use it', async () => {
      const { store, pass } = await build();
      await store.keep('site', 'token', Buffer.from('a'));
      const lost = held(await store.hold('site', 'token'));
      pass(HOLD_LEASE_MS - 1);
      expect(await store.hold('site', 'token')).toEqual({ is: 'busy' });
      pass(1);
      expect(await lost.consume()).toBe(false);
      const next = held(await store.hold('site', 'token'));
      expect(await lost.consume()).toBe(false);
      await lost.release();
      expect(await next.consume()).toBe(true);
    });
  });

  describe('a store', () => {
    const keep = (store: TokenStore, site: string, count: number, from = 0) =>
      Promise.all(
        Array.from({ length: count }, (_, i) => store.keep(site, `token-${from + i}`, Buffer.from([from + i]))),
      );

    test('limits the tokens of a site, and drops none for a new one', async () => {
      const { store } = await build();
      await keep(store, 'site', 5);
      await expect(store.keep('site', 'one-more', Buffer.from('a'))).rejects.toMatchObject({
        symbol: 'service_unavailable',
      });
      await store.keep('other', 'token', Buffer.from('a'));
      for (let i = 0; i < 5; i++) {
        expect(held(await store.hold('site', `token-${i}`)).payload).toEqual(Buffer.from([i]));
      }
    });

    test('has capacity again when tokens are consumed or expire', async () => {
      const { store, pass } = await build();
      await keep(store, 'site', 5);
      const used = held(await store.hold('site', 'token-0'));
      await used.consume();
      await used.release();
      await keep(store, 'site', 1, 5);
      await expect(keep(store, 'site', 1, 6)).rejects.toMatchObject({ symbol: 'service_unavailable' });
      pass(TOKEN_LIFETIME_MS);
      await keep(store, 'site', 5, 10);
    });
  });
};
