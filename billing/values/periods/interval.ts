import { DAY, LAST_MOMENT, type Seconds } from '../time.ts';

/** A length of billing time: whole months by the calendar, or days of exactly 24 hours. */
export interface Interval {
  readonly unit: 'days' | 'months';
  readonly length: number;
}

/** Returns the interval of a coupon's unit: a week is seven days, a year twelve months. */
export const intervalOf = (amount: number, unit: 'day' | 'week' | 'month' | 'year'): Interval => {
  if (unit === 'day' || unit === 'week') return { unit: 'days', length: unit === 'day' ? amount : amount * 7 };
  return { unit: 'months', length: unit === 'month' ? amount : amount * 12 };
};

/**
 * Returns the moment so many intervals later, in UTC at the same time of day. Months lead to `anchorDay`, or to the
 * last day of a month that is too short for it; without one, to the day of the month of `from`. Given the anchor, 31
 * January leads to 28 February, and that to 31 March. Throws a `RangeError` beyond the year 275,760.
 */
export const later = (from: Seconds, interval: Interval, times = 1, anchorDay = dayOfMonth(from)): Seconds => {
  if (interval.unit === 'days') return from + interval.length * times * DAY;
  const date = utc(from);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + interval.length * times;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  date.setUTCFullYear(year, month, Math.min(anchorDay, lastDay));
  const reached = date.getTime();
  if (Number.isNaN(reached)) throw new RangeError(`${interval.length * times} months after ${from} is out of range.`);
  return reached / 1000;
};

/** Returns the day of the month in UTC, 1 to 31, which a subscription stores as its anchor. */
export const dayOfMonth = (at: Seconds): number => utc(at).getUTCDate();

/** Returns the calendar months from one moment's month to another's. */
export const monthsBetween = (from: Seconds, to: Seconds): number => {
  const [a, b] = [utc(from), utc(to)];
  return (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
};

/** Returns how many whole intervals fit between a moment and the end of the year 9999. */
export const mostIntervals = (from: Seconds, { unit, length }: Interval): number => {
  if (from > LAST_MOMENT) return 0;
  return Math.floor((unit === 'days' ? (LAST_MOMENT - from) / DAY : monthsBetween(from, LAST_MOMENT)) / length);
};

// A `Temporal.ZonedDateTime` takes about ten times as long, and renewals compute many dates.
const utc = (at: Seconds): Date => new Date(at * 1000);
