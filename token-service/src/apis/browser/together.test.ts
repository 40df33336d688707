import { expect, test } from 'vitest';
import { together } from './together.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('tasks that are deferred in one turn run at its end, in order', async () => {
  const done: string[] = [];
  const putOff = together();
  putOff(() => done.push('first'));
  await Promise.resolve();
  putOff(() => done.push('second'));
  expect(done).toEqual([]);
  await nextTurn();
  expect(done).toEqual(['first', 'second']);
});

test('tasks that are deferred meanwhile run in the next turn', async () => {
  const done: string[] = [];
  const putOff = together();
  putOff(() => {
    done.push('first');
    putOff(() => done.push('second'));
  });
  await nextTurn();
  expect(done).toEqual(['first']);
  await nextTurn();
  expect(done).toEqual(['first', 'second']);
});
