import { describe, expect, test } from 'vitest';
import { type RequestWindow, type Usage, WINDOW } from './request-window.ts';

const NOON = 1_795_176_000;

/** What every window of requests does. `open` gives one that has counted nothing yet. */
export const behavesLikeARequestWindow = (open: () => RequestWindow): void => {
  describe('a window of requests', () => {
    const counting = (window: RequestWindow, limit = 5, site = 'site') => {
      const take = (second: number, counts = true): Promise<Usage> =>
        window.take(site, { now: NOON + second, limit, counts });
      return { take, used: async (second: number) => (await take(second, false)).used };
    };

    test('begins empty, and looking at it leaves it so', async () => {
      const { take } = counting(open());
      const empty = { allowed: true, used: 0, reset: NOON, wait: 0 };
      expect(await take(0, false)).toEqual(empty);
      expect(await take(0, false)).toEqual(empty);
    });

    test('counts, and says when it is empty again', async () => {
      const { take } = counting(open());
      expect(await take(0)).toEqual({ allowed: true, used: 1, reset: NOON + WINDOW, wait: WINDOW });
      expect(await take(10)).toEqual({ allowed: true, used: 2, reset: NOON + 10 + WINDOW, wait: WINDOW - 10 });
    });

    test('when it is full, refuses and does not count', async () => {
      const { take, used } = counting(open(), 2);
      await take(0);
      await take(1);
      expect(await take(2)).toEqual({ allowed: false, used: 2, reset: NOON + 1 + WINDOW, wait: WINDOW - 2 });
      expect(await used(2)).toBe(2);
    });

    test('a request that does not count passes a full window', async () => {
      const { take } = counting(open(), 1);
      await take(0);
      expect(await take(1, false)).toMatchObject({ allowed: true, used: 1 });
    });

    test('forgets each second five minutes later, one after another', async () => {
      const { take, used } = counting(open(), 10);
      for (const second of [0, 0, 0, 100, 250]) await take(second);
      expect(await used(WINDOW - 1)).toBe(5);
      expect(await used(WINDOW)).toBe(2);
      expect(await used(WINDOW + 99)).toBe(2);
      expect(await used(WINDOW + 100)).toBe(1);
      expect(await used(WINDOW + 250)).toBe(0);
    });

    test('after a long pause nothing is left, however the seconds fall', async () => {
      const { take } = counting(open());
      for (const second of [0, 1, 2]) await take(second);
      expect(await take(10 * WINDOW)).toEqual({ allowed: true, used: 1, reset: NOON + 11 * WINDOW, wait: WINDOW });
    });

    test('a clock that steps back stands still', async () => {
      const { take } = counting(open());
      await take(10);
      expect(await take(0)).toEqual({ allowed: true, used: 2, reset: NOON + 10 + WINDOW, wait: WINDOW });
    });

    test('each site has its own', async () => {
      const window = open();
      await counting(window, 1, 'one').take(0);
      expect(await counting(window, 1, 'two').take(0)).toMatchObject({ allowed: true, used: 1 });
      expect(await counting(window, 1, 'one').take(0)).toMatchObject({ allowed: false });
    });

    test('of a hundred at once exactly as many pass as may', async () => {
      const { take } = counting(open(), 30);
      const usages = await Promise.all(Array.from({ length: 100 }, () => take(0)));
      expect(usages.filter(({ allowed }) => allowed)).toHaveLength(30);
    });

    test('over an hour of traffic it always holds what the last five minutes held', async () => {
      const { take } = counting(open(), 40);
      const counted: number[] = [];
      for (let second = 0; second < 3600; second += 7) {
        const { allowed, used } = await take(second);
        const inWindow = counted.filter((each) => each > second - WINDOW).length;
        expect(allowed).toBe(inWindow < 40);
        if (allowed) counted.push(second);
        expect(used).toBe(inWindow + (allowed ? 1 : 0));
      }
    });
  });
};
