import { describe, expect, test } from 'vitest';
import { LAST_MOMENT } from '../time.ts';
import { dayOfMonth, type Interval, later, monthsBetween, mostIntervals } from './interval.ts';

/** Numbers from 0 to 1, the same in every run. */
const randomNumbers = (): (() => number) => {
  let state = 2026;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const zoned = (at: number) => Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO('UTC');

describe('intervals agree with Temporal', () => {
  test('in 20,000 random dates', () => {
    const random = randomNumbers();
    const below = (limit: number) => Math.floor(random() * limit);
    for (let n = 0; n < 20_000; n += 1) {
      // Up to the year 3000.
      const from = below(32_503_680_000);
      const [months, times, anchor] = [1 + below(36), below(40), 1 + below(31)];
      const interval: Interval = { unit: 'months', length: months };
      const reached = zoned(from).add({ months: months * times });
      const told = `${zoned(from)}, ${times} times ${months} months, day ${anchor}`;
      expect(later(from, interval, times, anchor), told).toBe(reached.with({ day: anchor }).epochMilliseconds / 1000);
      expect(later(from, interval, times), told).toBe(reached.epochMilliseconds / 1000);
      expect(dayOfMonth(from), told).toBe(zoned(from).day);
      const to = later(from, interval, times);
      expect(monthsBetween(from, to), told).toBe(months * times);
    }
  });
});

describe('the most intervals until the end of the year 9999', () => {
  test('end by then, and one more does not', () => {
    const random = randomNumbers();
    const below = (limit: number) => Math.floor(random() * limit);
    for (let n = 0; n < 2_000; n += 1) {
      const from = below(LAST_MOMENT);
      const interval: Interval = { unit: n % 2 === 0 ? 'days' : 'months', length: 1 + below(400) };
      const most = mostIntervals(from, interval);
      expect(later(from, interval, most), `${from} ${JSON.stringify(interval)}`).toBeLessThanOrEqual(LAST_MOMENT);
      expect(later(from, interval, most + 1), `${from} ${JSON.stringify(interval)}`).toBeGreaterThan(LAST_MOMENT);
    }
    expect(mostIntervals(LAST_MOMENT, { unit: 'days', length: 1 })).toBe(0);
    expect(mostIntervals(LAST_MOMENT + 1, { unit: 'months', length: 1 })).toBe(0);
  });
});

test('a date that does not exist is an error', () => {
  expect(() => later(0, { unit: 'months', length: 12 }, 300_000)).toThrow(RangeError);
});
