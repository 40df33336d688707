import type { Seconds } from '../time.ts';
import { dayNumberIn, isoDay } from './day-in.ts';

/** The moments between which a line serves: the end is the start of the next period, or null without a period. */
interface ServedTime {
  readonly start_date: Seconds;
  readonly end_date: Seconds | null;
}

/**
 * Returns the first and the last day of the service of a line, which are those that earn its revenue: a period that
 * ends at noon has its last day before that, so that two periods in a row share no day. The last one is null without a
 * period.
 */
export const serviceDays = (
  { start_date, end_date }: ServedTime,
  { time_zone }: { readonly time_zone: string },
): { readonly service_from: string; readonly service_to: string | null } => {
  const first = dayNumberIn(time_zone, start_date);
  return {
    service_from: isoDay(first),
    service_to: end_date === null ? null : isoDay(Math.max(first, dayNumberIn(time_zone, end_date) - 1)),
  };
};
