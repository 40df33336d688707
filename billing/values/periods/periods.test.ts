import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fraction } from '../money/fraction.ts';
import { isoTime, readTime } from '../time.ts';
import { couponWindowEnd } from './coupon-window.ts';
import { dayOfMonth, type Interval, intervalOf, later } from './interval.ts';
import { periodAt, shareLeft } from './period.ts';
import { trialEnd } from './trial.ts';

const at = (text: string): number => readTime(text)!;
const MONTH: Interval = { unit: 'months', length: 1 };
const DAY = 86_400;

describe('intervals', () => {
  test('months lead to the anchor day, or to the last day of a short month', () => {
    const ends = [1, 2, 3, 13].map((times) => isoTime(later(at('2023-01-31T10:20:30'), MONTH, times)));
    expect(ends).toEqual([
      '2023-02-28T10:20:30Z',
      '2023-03-31T10:20:30Z',
      '2023-04-30T10:20:30Z',
      '2024-02-29T10:20:30Z',
    ]);
  });

  test('one after the other they keep the anchor when it is given, and drift when it is not', () => {
    const february = later(at('2023-01-31'), MONTH);
    expect(isoTime(later(february, MONTH, 1, 31))).toBe('2023-03-31T00:00:00Z');
    expect(isoTime(later(february, MONTH))).toBe('2023-03-28T00:00:00Z');
  });

  test('days are exactly 24 hours, and so are weeks seven of them', () => {
    expect(later(at('2024-02-28T12:00:00'), { unit: 'days', length: 30 }) - at('2024-02-28T12:00:00')).toBe(30 * DAY);
    expect(intervalOf(2, 'week')).toEqual({ unit: 'days', length: 14 });
    expect(intervalOf(3, 'day')).toEqual({ unit: 'days', length: 3 });
    expect(intervalOf(3, 'month')).toEqual({ unit: 'months', length: 3 });
    expect(isoTime(later(at('2024-02-29'), intervalOf(1, 'year')))).toBe('2025-02-28T00:00:00Z');
  });
});

const moments = fc.integer({ min: at('1990-01-01'), max: at('2090-01-01') });
const intervals: fc.Arbitrary<Interval> = fc.record({
  unit: fc.constantFrom('days', 'months'),
  length: fc.integer({ min: 1, max: 40 }),
});

describe('periods', () => {
  test('are half-open', () => {
    const anchor = at('2023-01-31');
    const second = { index: 1, startedAt: at('2023-02-28'), endsAt: at('2023-03-31') };
    expect(periodAt(anchor, MONTH, at('2023-02-27T23:59:59'))?.index).toBe(0);
    expect(periodAt(anchor, MONTH, at('2023-02-28'))).toEqual(second);
    expect(periodAt(anchor, MONTH, at('2023-03-30T23:59:59'))).toEqual(second);
    expect(periodAt(anchor, MONTH, anchor - 1)).toBeUndefined();
  });

  test('every moment from the anchor on is in exactly one, and that starts where the one before ended', () => {
    fc.assert(
      fc.property(moments, intervals, fc.nat(50 * 365 * DAY), (anchor, interval, after) => {
        const period = periodAt(anchor, interval, anchor + after)!;
        expect(period.startedAt).toBeLessThanOrEqual(anchor + after);
        expect(period.endsAt).toBeGreaterThan(anchor + after);
        expect(period.startedAt).toBe(later(anchor, interval, period.index));
        expect(later(period.startedAt, interval, 1, dayOfMonth(anchor))).toBe(period.endsAt);
      }),
    );
  });

  test('what is left is a share of a regular interval, to the second', () => {
    const july = { startedAt: at('2023-07-01'), endsAt: at('2023-08-01') };
    expect(shareLeft(july, at('2023-07-18T09:30:00'), MONTH)).toEqual(fraction(1_175_400, 2_678_400));
    expect(shareLeft(july, july.startedAt, MONTH)).toEqual(fraction(1));
    expect(shareLeft(july, july.endsAt + 1, MONTH)).toEqual(fraction(0));
    // Postponed by a month, more than an interval is left; cut short, a first period is never a whole one.
    expect(shareLeft({ ...july, endsAt: at('2023-09-01') }, july.startedAt, MONTH)).toEqual(fraction(62, 31));
    expect(shareLeft({ ...july, startedAt: at('2023-07-11') }, at('2023-07-11'), MONTH)).toEqual(fraction(21, 31));
  });

  test('after a short month a whole period is a whole interval only with its anchor', () => {
    const march = { startedAt: at('2023-02-28'), endsAt: at('2023-03-31') };
    expect(shareLeft(march, march.startedAt, MONTH, 31)).toEqual(fraction(1));
    expect(shareLeft(march, march.startedAt, MONTH)).toEqual(fraction(31, 28));
  });
});

describe('trials', () => {
  const start = at('2024-01-31');
  const week = intervalOf(1, 'week');

  test.each([
    ['none', {}, undefined],
    ['the plan', { plan: week }, '2024-02-07T00:00:00Z'],
    ['a coupon instead of the plan', { plan: week, coupon: MONTH }, '2024-02-29T00:00:00Z'],
    ['the moment asked for', { plan: week, coupon: MONTH, endsAt: start + 1 }, '2024-01-31T00:00:01Z'],
    ['now', { plan: week, endsAt: start }, undefined],
    ['the past', { plan: week, endsAt: start - 1 }, undefined],
    ['no days at all', { plan: { unit: 'days', length: 0 } as const }, undefined],
  ])('%s', (_, sources, end) => {
    const found = trialEnd(start, sources);
    expect(found && isoTime(found)).toBe(end);
  });
});

test('a temporal coupon ends an hour before the anniversary, so that its renewal is not discounted', () => {
  const redeemedAt = at('2024-01-31T12:00:00');
  expect(isoTime(couponWindowEnd(redeemedAt, intervalOf(1, 'month')))).toBe('2024-02-29T11:00:00Z');
  expect(isoTime(couponWindowEnd(redeemedAt, intervalOf(2, 'week')))).toBe('2024-02-14T11:00:00Z');
});
