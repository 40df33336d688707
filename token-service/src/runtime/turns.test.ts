import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { turns } from './turns.ts';

/** Jobs by a clock that only their steps move, and what else a turn does. */
const running = ({ elsewhere = 0 } = {}) => {
  let clock = 0;
  const turn = turns(() => clock);
  const steps: string[] = [];
  const job = async (name: string, count: number, milliseconds: number): Promise<void> => {
    for (let step = 1; step <= count; step += 1) {
      await turn();
      // What a step awaits that is there already does not end it.
      for (let awaited = 0; awaited < 20; awaited += 1) await undefined;
      clock += milliseconds;
      steps.push(`${name}${step}`);
    }
  };
  /** The steps of each turn of the event loop. */
  const watch = async (count: number): Promise<number[]> => {
    const perTurn: number[] = [];
    for (let passed = 0; passed < count; passed += 1) {
      const before = steps.length;
      await setImmediate();
      perTurn.push(steps.length - before);
      clock += elsewhere;
    }
    return perTurn.slice(1);
  };
  return { job, watch, steps };
};

describe('long jobs', () => {
  test('go on first come, first served, one step each', async () => {
    const { job, steps } = running();
    await Promise.all([job('a', 3, 1), job('b', 3, 1), job('c', 3, 1)]);
    expect(steps).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']);
  });

  test('take a millisecond of a turn where there is nothing else, however many they are', async () => {
    const { job, watch } = running();
    const jobs = Array.from({ length: 14 }, (_, n) => job(`${n}/`, 10, 0.5));
    const perTurn = await watch(40);
    expect(new Set(perTurn)).toEqual(new Set([2]));
    await Promise.all(jobs);
  });

  test('take a quarter as long as everything else', async () => {
    const { job, watch } = running({ elsewhere: 8 });
    const jobs = [job('a', 100, 0.5), job('b', 100, 0.5)];
    // 2 of 10 milliseconds.
    expect(new Set(await watch(10))).toEqual(new Set([4]));
    await Promise.all(jobs);
  });

  test('take five milliseconds of a turn at most', async () => {
    const { job, watch } = running({ elsewhere: 900 });
    const long = job('a', 200, 0.5);
    expect(new Set(await watch(5))).toEqual(new Set([10]));
    await long;
  });

  test('go on when they come later', async () => {
    const { job, steps } = running();
    await job('a', 1, 1);
    await setImmediate();
    await job('b', 1, 1);
    expect(steps).toEqual(['a1', 'b1']);
  });
});
