import { expect, test } from 'vitest';
import { openQueues } from './queues.ts';

test('who comes first is first, and the next follows', async () => {
  const queues = openQueues();
  const [first, second, third] = [0, 1, 2].map((now) => queues.join('ada', now));
  expect([first, second, third].map((place) => place?.isFirst())).toEqual([true, false, false]);
  second?.leave(3, false);
  expect(third?.isFirst()).toBe(false);
  first?.leave(4, true);
  await third?.first;
  expect(third?.isFirst()).toBe(true);
});

test('queues do not wait for one another', () => {
  const queues = openQueues();
  queues.join('ada', 0);
  expect(queues.join('bob', 0).isFirst()).toBe(true);
});

test('the time limit starts again when an operation runs, and not when one gives up', () => {
  const queues = openQueues();
  const [first, second, third] = [10, 20, 30].map((now) => queues.join('ada', now));
  expect([first, second, third].map((place) => place?.waitsSince())).toEqual([10, 20, 30]);
  first?.leave(500, true);
  expect(third?.waitsSince()).toBe(500);
  second?.leave(900, false);
  expect(third?.waitsSince()).toBe(500);
});

test('a line that everybody has left is forgotten', () => {
  const queues = openQueues();
  queues.join('ada', 0).leave(1000, true);
  expect(queues.join('ada', 5).waitsSince()).toBe(5);
});
