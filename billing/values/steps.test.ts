import { expect, test } from 'vitest';
import { atOnce, inTurns, type Steps } from './steps.ts';

function* counting(done: string[]): Steps<number> {
  for (const step of ['one', 'two', 'three']) {
    if (done.length > 0) yield;
    done.push(step);
  }
  return done.length;
}

test('all steps at once', () => {
  expect(atOnce(counting([]))).toBe(3);
});

test('one step in each turn', async () => {
  const done: string[] = [];
  const seen: string[][] = [];
  const result = await inTurns(counting(done), async () => void seen.push([...done]));
  expect(result).toBe(3);
  expect(seen).toEqual([['one'], ['one', 'two']]);
});
