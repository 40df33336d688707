import { describe, expect, test } from 'vitest';
import { ENGINES } from '../money/ground.ts';
import { seeded } from '../money/random.ts';
import { DAYS, randomLives } from './lives.ts';
import { type Lived, runLives } from './run-lives.ts';
import { CUTS } from './ways.ts';

/** Days between two reports. */
const TOLD = 40;

export interface Way {
  readonly engine: 'SQLite' | 'PostgreSQL';
  readonly cut: keyof typeof CUTS;
}

/**
 * Declares the tests: so many random lives come to the same whichever way time passes. Two ways at a time, because one
 * waits for its database while another computes.
 *
 * @param say is told how far each way has come, where the run takes hours
 */
export const everyCutIsTheSame = (
  count: number,
  seed: number,
  ways: readonly [Way, ...Way[]],
  say: (line: string) => void = () => {},
): void => {
  describe(`${count} lives with seed ${seed}`, () => {
    const requests = randomLives(seeded(seed), count);
    const runs = new Map<Way, Promise<Lived>>();
    const run = (way: Way): Promise<Lived> => {
      const engine = ENGINES.find(({ name }) => name === way.engine);
      if (!engine) throw new Error(`No engine ${way.engine}`);
      const began = performance.now();
      const day = (passed: number): void => {
        const seconds = ((performance.now() - began) / 1000).toFixed(0);
        if (passed % TOLD === 0) say(`${way.engine}, by ${way.cut}: day ${passed} of ${DAYS} after ${seconds} s`);
      };
      const started = runs.get(way) ?? runLives(engine, requests, CUTS[way.cut], day);
      runs.set(way, started);
      return started;
    };

    test.concurrent.each(ways)('on $engine, by $cut', { timeout: 4 * 60 * 60_000 }, async (way) => {
      const [first, lived] = await Promise.all([run(ways[0]), run(way)]);
      expect(lived.trace).toEqual(first.trace);
      for (const [account, books] of first.books) expect(lived.books.get(account), account).toEqual(books);
    });
  });
};
