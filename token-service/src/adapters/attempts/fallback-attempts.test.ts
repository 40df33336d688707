import { Failure } from '@service/billing/values/failure.ts';
import { expect, test } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import type { AttemptStore } from './attempt-store.ts';
import { attemptsWithFallback } from './fallback-attempts.ts';
import { memoryAttempts } from './memory-attempts.ts';

const clock = testClock('2026-03-01T12:00:00Z');
const once = [{ name: 'ada', limit: 1 }];

test('an absent shared store is replaced by one of the process, and every failure is reported', async () => {
  const absent = async () => {
    throw new Failure('service_unavailable');
  };
  const failures: unknown[] = [];
  const store = attemptsWithFallback(
    { reached: absent, reserve: absent, settle: absent },
    memoryAttempts(clock),
    (error) => failures.push(error),
  );
  expect(await store.reserve('a', once)).toEqual({ is: 'reserved' });
  expect(await store.settle('a', once, true)).toEqual(['ada']);
  expect(await store.reached(once)).toEqual({ name: 'ada', wait: 3_600_000 });
  expect(failures).toHaveLength(3);
});

test('a shared store that answers is used alone', async () => {
  const shared = memoryAttempts(clock);
  const unused = new Proxy({} as AttemptStore, {
    get: () => {
      throw new Error('not to be used');
    },
  });
  const store = attemptsWithFallback(shared, unused, () => {});
  await store.reserve('a', once);
  await store.settle('a', once, true);
  expect(await shared.reached(once)).toMatchObject({ name: 'ada' });
});
