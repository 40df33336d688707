import { LAST_MOMENT, type Seconds } from '../time.ts';

/** A length of billing time: whole months by the calendar, or days of exactly 24 hours. */
export interface Interval {
  readonly unit: 'days' | 'months';
  readonly length: number;
}

const DAY = 24 * 60 * 60;

/** An interval in the words of coupons: a week is seven days, a year twelve months. */
export const intervalOf = (amount: number, unit: 'day' | 'week' | 'month' | 'year'): Interval => {
  if (unit === 'day' || unit === 'week') return { unit: 'days', length: unit === 'day' ? amount : amount * 7 };
  return { unit: 'months', length: unit === 'month' ? amount : amount * 12 };
};

/**
 * The moment so many intervals later, in UTC at the same time of day. Months lead to `anchorDay`, or to the last day of
 * a month that is too short for it; without one, to the day of the month of `from`. Given the anchor, 31 January leads
 * to 28 February, and that to 31 March.
 */
export const later = (from: Seconds, interval: Interval, times = 1, anchorDay = dayOfMonth(from)): Seconds => {
  if (interval.unit === 'days') return from + interval.length * times * DAY;
  const month = utc(from).add({ months: interval.length * times });
  return month.with({ day: anchorDay }).epochMilliseconds / 1000;
};

/** The day of the month in UTC, 1 to 31: what a subscription keeps as its anchor. */
export const dayOfMonth = (at: Seconds): number => utc(at).day;

/** Whole months of the calendar from one moment's month to another's. */
export const monthsBetween = (from: Seconds, to: Seconds): number => {
  const [a, b] = [utc(from), utc(to)];
  return (b.year - a.year) * 12 + b.month - a.month;
};

/** Returns how many whole intervals fit between a moment and the end of the year 9999. */
export const mostIntervals = (from: Seconds, interval: Interval): number => {
  if (from > LAST_MOMENT) return 0;
  // Months have at least 28 days, so this is never too low.
  const days = interval.length * (interval.unit === 'days' ? 1 : 28);
  let [fits, tooMany] = [0, Math.floor((LAST_MOMENT - from) / 86_400 / days) + 1];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (later(from, interval, middle) <= LAST_MOMENT) fits = middle;
    else tooMany = middle;
  }
  return fits;
};

const utc = (at: Seconds): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO('UTC');
