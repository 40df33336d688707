import { expect, test } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { withFallback } from './with-fallback.ts';

interface Counter {
  add(by: number): Promise<number>;
  read(): Promise<number>;
}

/** A counter that rejects while it is absent. */
const open = () => {
  let sum = 0;
  const state = { absent: false };
  const answer = async (by: number): Promise<number> => {
    if (state.absent) throw new Error('absent');
    sum += by;
    return sum;
  };
  const counter: Counter = { add: answer, read: () => answer(0) };
  return { counter, state };
};

const together = () => {
  const [shared, own] = [open(), open()];
  const failures: boolean[] = [];
  const clock = testClock('2026-11-20T12:00:00Z');
  const either = withFallback(shared.counter, own.counter, clock, (_error, isFirst) => failures.push(isFirst));
  return { shared, own, failures, either, clock };
};

test('what is shared is used alone while it answers', async () => {
  const { either, own, failures } = together();
  own.state.absent = true;
  expect([await either.add(2), await either.read()]).toEqual([2, 2]);
  expect(failures).toEqual([]);
});

test('while it does not answer, this process counts alone, and the first failure after a minute without one is marked', async () => {
  const { either, shared, failures, clock } = together();
  await either.add(2);
  shared.state.absent = true;
  expect([await either.add(5), await either.read()]).toEqual([5, 5]);
  shared.state.absent = false;
  expect(await either.read()).toBe(2);
  shared.state.absent = true;
  expect(await either.read()).toBe(5);
  expect(failures).toEqual([true, false, false]);
  clock.advance({ seconds: 60 });
  expect(await either.read()).toBe(5);
  expect(failures).toEqual([true, false, false, true]);
});

test('a failure of both is thrown', async () => {
  const { either, shared, own } = together();
  shared.state.absent = true;
  own.state.absent = true;
  await expect(either.read()).rejects.toThrow('absent');
});
