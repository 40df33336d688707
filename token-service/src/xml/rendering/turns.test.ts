import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { turns } from './turns.ts';

test('one job goes on in each turn of the event loop, and each comes round', async () => {
  const turn = turns();
  const steps: string[] = [];
  const job = async (name: string): Promise<void> => {
    for (let step = 1; step <= 3; step += 1) {
      await turn();
      steps.push(`${name}${step}`);
    }
  };
  const watch = async (): Promise<number[]> => {
    const counts: number[] = [];
    for (let passed = 0; passed < 20; passed += 1) {
      const before = steps.length;
      await setImmediate();
      counts.push(steps.length - before);
    }
    return counts;
  };

  const [counts] = await Promise.all([watch(), job('a'), job('b'), job('c')]);
  expect(steps).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']);
  expect(Math.max(...counts)).toBe(1);
});

test('a job that comes later is not forgotten', async () => {
  const turn = turns();
  await turn();
  await setImmediate();
  await turn();
});
