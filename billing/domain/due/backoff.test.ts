import { expect, test } from 'vitest';
import { MOST_ATTEMPTS, nextAttempt } from './backoff.ts';

test('a failed item waits 30 seconds, then twice as long each time, and at last for an operator', () => {
  const waits = Array.from({ length: MOST_ATTEMPTS }, (_, index) => nextAttempt(index + 1, 0));
  // 30 s × 1, 2, 4, 8, 16, 32, 64; the eighth failure parks it.
  expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 960_000, 1_920_000, undefined]);
});

test('no wait is longer than an hour', () => {
  expect(Math.max(...[1, 5, 7].map((failures) => nextAttempt(failures, 0) ?? 0))).toBeLessThanOrEqual(3_600_000);
});
