import { describe, expect, test } from 'vitest';
import type { RateLimiter, WindowUsage } from './rate-limiter.ts';

const WINDOW = 300;

export interface LimiterUnderTest {
  readonly limiter: RateLimiter;
  /** Lets time pass, in seconds. */
  readonly pass: (seconds: number) => void;
}

/** The contract of every rate limiter. `open` makes one that has counted nothing yet. */
export const behavesLikeARateLimiter = (open: () => LimiterUnderTest): void => {
  /** Hits at seconds after the start, in order. */
  const opened = (most = 5, name = 'site') => {
    const { limiter, pass } = open();
    let now = 0;
    const at = (second: number, counts = true): Promise<WindowUsage> => {
      pass(second - now);
      now = second;
      return limiter.hit(name, { most, seconds: WINDOW }, counts);
    };
    return { limiter, at, used: async (second: number) => (await at(second, false)).used };
  };

  describe('a rate window', () => {
    test('starts empty, and looking does not count', async () => {
      const { at } = opened();
      const empty = { allowed: true, used: 0, wait: 0, reset: 0 };
      expect(await at(0, false)).toEqual(empty);
      expect(await at(0, false)).toEqual(empty);
    });

    test('counts, and knows when it is empty again', async () => {
      const { at } = opened();
      expect(await at(0)).toEqual({ allowed: true, used: 1, wait: WINDOW, reset: WINDOW });
      expect(await at(10)).toEqual({ allowed: true, used: 2, wait: WINDOW - 10, reset: WINDOW });
      expect(await at(20, false)).toEqual({ allowed: true, used: 2, wait: WINDOW - 20, reset: WINDOW - 10 });
    });

    test('refuses when it is full, and does not count what it refuses', async () => {
      const { at, used } = opened(2);
      await at(0);
      await at(1);
      expect(await at(2)).toEqual({ allowed: false, used: 2, wait: WINDOW - 2, reset: WINDOW - 1 });
      expect(await used(2)).toBe(2);
    });

    test('admits the next hit when it said so, and not a second earlier', async () => {
      const { at } = opened(2);
      await at(0);
      await at(1);
      const { wait } = await at(60);
      expect(await at(60 + wait - 1)).toMatchObject({ allowed: false });
      expect(await at(60 + wait)).toMatchObject({ allowed: true });
    });

    test('looks into a full window without being refused', async () => {
      const { at } = opened(1);
      await at(0);
      expect(await at(1, false)).toMatchObject({ allowed: true, used: 1 });
    });

    test('drops each second after five minutes, one after another', async () => {
      const { at, used } = opened(10);
      for (const second of [0, 0, 0, 100, 250]) await at(second);
      expect(await used(WINDOW - 1)).toBe(5);
      expect(await used(WINDOW)).toBe(2);
      expect(await used(WINDOW + 99)).toBe(2);
      expect(await used(WINDOW + 100)).toBe(1);
      expect(await used(WINDOW + 250)).toBe(0);
    });

    test('is empty after a long pause', async () => {
      const { at } = opened();
      for (const second of [0, 1, 2]) await at(second);
      expect(await at(10 * WINDOW)).toEqual({ allowed: true, used: 1, wait: WINDOW, reset: WINDOW });
    });

    test('has the length that it is asked for', async () => {
      const { limiter, pass } = open();
      const hit = async () => (await limiter.hit('address', { most: 1, seconds: 60 })).allowed;
      expect([await hit(), await hit()]).toEqual([true, false]);
      pass(59);
      expect(await hit()).toBe(false);
      pass(1);
      expect(await hit()).toBe(true);
    });

    test('belongs to one name', async () => {
      const { limiter } = open();
      const hit = (name: string) => limiter.hit(name, { most: 1, seconds: WINDOW });
      await hit('one');
      expect(await hit('two')).toMatchObject({ allowed: true, used: 1 });
      expect(await hit('one')).toMatchObject({ allowed: false });
    });

    test('admits exactly 30 of 100 concurrent hits', async () => {
      const { at } = opened(30);
      const usages = await Promise.all(Array.from({ length: 100 }, () => at(0)));
      expect(usages.filter(({ allowed }) => allowed)).toHaveLength(30);
    });

    test('with a limit of zero refuses every hit', async () => {
      expect(await opened(0).at(0)).toMatchObject({ allowed: false, used: 0 });
    });

    test('always holds the hits of the last five minutes, over an hour of traffic', async () => {
      const { at } = opened(40);
      const counted: number[] = [];
      for (let second = 0; second < 3600; second += 7) {
        const { allowed, used } = await at(second);
        const inWindow = counted.filter((each) => each > second - WINDOW).length;
        expect(allowed).toBe(inWindow < 40);
        if (allowed) counted.push(second);
        expect(used).toBe(inWindow + (allowed ? 1 : 0));
      }
    });
  });
};
