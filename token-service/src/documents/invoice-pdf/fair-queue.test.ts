import { expect, it } from 'vitest';
import { fairQueue } from './fair-queue.ts';

it('serves owners in rotation, each in order', () => {
  const queue = fairQueue<string>({ total: 10, perOwner: 10 });
  for (const entry of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.push(entry.slice(0, 1), entry);
  const served: (string | undefined)[] = [];
  while (queue.size > 0) served.push(queue.shift());
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(queue.shift()).toBeUndefined();
});

it('is bounded, in total and for each owner', () => {
  const queue = fairQueue<number>({ total: 3, perOwner: 2 });
  expect([1, 2, 3].map((entry) => queue.push('a', entry))).toEqual([true, true, false]);
  expect([1, 2].map((entry) => queue.push('b', entry))).toEqual([true, false]);
  queue.shift();
  expect(queue.push('c', 1)).toBe(true);
});
