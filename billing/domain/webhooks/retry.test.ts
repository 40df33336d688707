import { describe, expect, test } from 'vitest';
import { type DeliveryAttempt, newDelivery } from './delivery.ts';
import { afterAttempt, asRetried, hasFailedTooLong, MOST_RETRIES, readRetryAfter, waitBefore } from './retry.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const fresh = newDelivery({ id: 'd', endpoint_id: 'e', notification_id: 'n' }, 1, NOW, false);
const attempt = (status: number | null): DeliveryAttempt => ({
  at: NOW,
  milliseconds: 12,
  status,
  error: status === null ? 'the connection was refused' : null,
  response: null,
});
const after = (status: number | null, retryAfter: number | null = null) =>
  afterAttempt(fresh, attempt(status), { retryAfter, now: NOW });

test('the waits before retries add up to three days and an hour', () => {
  const waits = Array.from({ length: MOST_RETRIES }, (_, x) => waitBefore(x));
  // 10 + x · 2^(x + 5)
  expect(waits).toEqual([10, 74, 266, 778, 2058, 5130, 12298, 28682, 65546, 147466]);
  expect(waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0)).toBe(262_308);
  expect(waitBefore(MOST_RETRIES)).toBeUndefined();
});

describe('an attempt', () => {
  test.each([200, 201, 204, 299])('with status %i delivers', (status) => {
    expect(after(status)).toMatchObject({
      state: 'delivered',
      attempts: 1,
      next_attempt_at_ms: null,
      delivered_at_ms: NOW,
    });
  });

  test.each([null, 199, 301, 302, 400, 404, 410, 500])('with status %s is repeated ten seconds later', (status) => {
    expect(after(status)).toMatchObject({ state: 'retrying', attempts: 1, next_attempt_at_ms: NOW + 10_000 });
  });

  test('that asks for a longer wait gets it, for at most a day, and never a shorter one', () => {
    expect(after(503, 60).next_attempt_at_ms).toBe(NOW + 60_000);
    expect(after(503, 5).next_attempt_at_ms).toBe(NOW + 10_000);
    expect(after(503, 10 * 86_400).next_attempt_at_ms).toBe(NOW + 86_400_000);
  });

  test('that fails after ten retries is the last one, and so is each one that an operator asks for', () => {
    let delivery = fresh;
    for (let made = 0; made < 11; made += 1) {
      expect(delivery.state).toBe(made === 0 ? 'pending' : 'retrying');
      delivery = afterAttempt(delivery, attempt(500), { retryAfter: null, now: NOW });
    }
    expect(delivery).toMatchObject({ state: 'failed', attempts: 11, next_attempt_at_ms: null });
    expect(delivery.log).toHaveLength(11);
    const again = asRetried(delivery, NOW);
    expect(again).toMatchObject({ state: 'retrying', next_attempt_at_ms: NOW });
    expect(afterAttempt(again, attempt(500), { retryAfter: null, now: NOW })).toMatchObject({
      state: 'failed',
      attempts: 12,
    });
  });
});

test.each([
  [429, '120', 120],
  [503, ' 7 ', 7],
  [503, 'Fri, 20 Nov 2026 12:01:00 GMT', 60],
  [503, 'Fri, 20 Nov 2026 11:00:00 GMT', 0],
  [503, 'soon', null],
  [503, '-1', 0],
  [503, undefined, null],
  [500, '120', null],
])('Retry-After of a %i response: %j', (status, header, seconds) => {
  // `-1` is a year to the date parser, long ago.
  expect(readRetryAfter(status, header, NOW)).toBe(seconds);
});

test('five days without a success are too long', () => {
  const day = 24 * 60 * 60 * 1000;
  expect([null, NOW, NOW - 5 * day + 1].map((since) => hasFailedTooLong(since, NOW))).toEqual([false, false, false]);
  expect(hasFailedTooLong(NOW - 5 * day, NOW)).toBe(true);
});
