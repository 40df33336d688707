import { expect, test } from 'vitest';
import { together } from './together.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('what is put off in one turn is done at the end of it, in order', async () => {
  const done: string[] = [];
  const putOff = together();
  putOff(() => done.push('first'));
  await Promise.resolve();
  putOff(() => done.push('second'));
  expect(done).toEqual([]);
  await nextTurn();
  expect(done).toEqual(['first', 'second']);
});

test('what is put off meanwhile is done in the turn after', async () => {
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
