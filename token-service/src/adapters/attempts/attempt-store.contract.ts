import { expect, test } from 'vitest';
import { type AttemptStore, type Counted, RESERVATION_LEASE_MS, WINDOW_MS } from './attempt-store.ts';

export interface StoreUnderTest {
  readonly store: AttemptStore;
  /** Lets time pass, in milliseconds. */
  readonly pass: (milliseconds: number) => void;
}

const CARD: Counted = { name: '{site}:card:a', limit: 10 };
const ACCOUNT: Counted = { name: '{site}:account:ada', limit: 20 };

const full = ({ name }: Counted, waitMs = WINDOW_MS) => ({ name, waitMs });

/** The contract of every store of attempts. `build` makes an empty one. */
export const behavesLikeAnAttemptStore = (build: () => StoreUnderTest): void => {
  const decline = async (store: AttemptStore, times: number, counted: readonly Counted[], from = 0): Promise<void> => {
    for (let i = from; i < from + times; i++) {
      expect(await store.reserve(`declined-${i}`, counted)).toEqual({ is: 'reserved' });
      await store.settle(`declined-${i}`, counted, true);
    }
  };

  test('reserves at most as many of 200 attempts at once as the limit allows', async () => {
    const { store } = build();
    const verdicts = await Promise.all(Array.from({ length: 200 }, (_, i) => store.reserve(`${i}`, [CARD])));
    expect(verdicts.filter(({ is }) => is === 'reserved')).toHaveLength(10);
    expect(verdicts.filter(({ is }) => is === 'busy')).toHaveLength(190);
    expect(await store.reached([CARD])).toBeUndefined();
  });

  test('counts a name with a longer window for as long as it says', async () => {
    const { store, pass } = build();
    const day: Counted = { name: '{site}:security_code:a', limit: 2, windowMs: 24 * WINDOW_MS };
    await decline(store, 2, [day, CARD]);
    pass(WINDOW_MS);
    expect(await store.reserve('late', [day, CARD])).toEqual({ is: 'reached', ...full(day, 23 * WINDOW_MS) });
    pass(23 * WINDOW_MS);
    expect(await store.reserve('late', [day, CARD])).toEqual({ is: 'reserved' });
  });

  test('has room again for each attempt that was not declined', async () => {
    const { store } = build();
    for (let i = 0; i < 50; i++) {
      expect(await store.reserve(`${i}`, [CARD])).toEqual({ is: 'reserved' });
      expect(await store.settle(`${i}`, [CARD], false)).toEqual([]);
    }
  });

  test('is full after as many declined attempts as the limit, and says once that it is', async () => {
    const { store } = build();
    await decline(store, 9, [CARD]);
    expect(await store.reached([CARD])).toBeUndefined();
    await store.reserve('last', [CARD]);
    expect(await store.settle('last', [CARD], true)).toEqual([CARD.name]);
    expect(await store.reached([CARD])).toEqual(full(CARD));
    expect(await store.reserve('more', [CARD])).toEqual({ is: 'reached', ...full(CARD) });
  });

  test('counts declined attempts and those under way together', async () => {
    const { store } = build();
    await decline(store, 8, [CARD]);
    await store.reserve('one', [CARD]);
    await store.reserve('two', [CARD]);
    expect(await store.reserve('three', [CARD])).toEqual({ is: 'busy', name: CARD.name });
    await store.settle('one', [CARD], false);
    expect(await store.reserve('three', [CARD])).toEqual({ is: 'reserved' });
  });

  test('counts under every name or under none', async () => {
    const { store } = build();
    await decline(store, 10, [CARD]);
    for (let i = 0; i < 30; i++) {
      expect(await store.reserve(`${i}`, [ACCOUNT, CARD])).toEqual({ is: 'reached', ...full(CARD) });
    }
    await decline(store, 20, [ACCOUNT], 100);
    expect(await store.reached([CARD, ACCOUNT])).toEqual(full(CARD));
    expect(await store.reached([ACCOUNT])).toEqual(full(ACCOUNT));
  });

  test('names every limit that one declined attempt fills', async () => {
    const { store } = build();
    const counted = [ACCOUNT, { ...CARD, limit: 1 }, { name: '{site}:address:x', limit: 1 }];
    await store.reserve('a', counted);
    expect(await store.settle('a', counted, true)).toEqual([CARD.name, '{site}:address:x']);
  });

  test('forgets a declined attempt after an hour', async () => {
    const { store, pass } = build();
    await decline(store, 5, [CARD]);
    pass(WINDOW_MS / 2);
    await decline(store, 5, [CARD], 5);
    pass(WINDOW_MS / 2 - 1);
    expect(await store.reserve('early', [CARD])).toEqual({ is: 'reached', name: CARD.name, waitMs: 1 });
    pass(1);
    expect(await store.reserve('now', [CARD])).toEqual({ is: 'reserved' });
  });

  test('ends the reservation of a process that died with its lease', async () => {
    const { store, pass } = build();
    for (let i = 0; i < 10; i++) await store.reserve(`${i}`, [CARD]);
    pass(RESERVATION_LEASE_MS - 1);
    expect(await store.reserve('early', [CARD])).toEqual({ is: 'busy', name: CARD.name });
    pass(1);
    expect(await store.reserve('now', [CARD])).toEqual({ is: 'reserved' });
  });

  test('counts a decline that comes after its lease', async () => {
    const { store, pass } = build();
    const once = [{ ...CARD, limit: 1 }];
    await store.reserve('slow', once);
    pass(RESERVATION_LEASE_MS);
    expect(await store.settle('slow', once, true)).toEqual([CARD.name]);
    expect(await store.reached(once)).toEqual(full(CARD));
  });

  test('says how long the limits stay full', async () => {
    const { store, pass } = build();
    await decline(store, 6, [CARD]);
    pass(60_000);
    await decline(store, 4, [CARD], 6);
    pass(60_000);
    const more = { name: '{site}:address:x', limit: 2 };
    await decline(store, 2, [more], 10);
    expect(await store.reached([CARD])).toEqual(full(CARD, WINDOW_MS - 120_000));
    // A limit that was lowered is full until the fourth of them is over.
    expect(await store.reached([{ ...CARD, limit: 3 }])).toEqual(full(CARD, WINDOW_MS - 60_000));
    expect(await store.reached([CARD, more])).toEqual(full(CARD));
    expect(await store.reserve('more', [more, CARD])).toEqual({ is: 'reached', ...full(more) });
  });
};
