import type { ReportColumn, ReportPeriod } from '../../domain/reports/report.ts';
import type { Site } from '../../resources/site.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { beginningOfDay } from '../../values/periods/zone-days.ts';
import type { Seconds } from '../../values/time.ts';

/** A month of the time zone of a site, or the part of it that a period has. */
export interface ReportMonth extends ReportPeriod {
  /** `2026-11`. */
  readonly month: string;
  /** The days of it that are counted, `until 2026-11-27`; null for a whole month. */
  readonly part: string | null;
}

/** The columns that tell which month a row is about, and whether it is a whole one. */
export const MONTH_COLUMNS: readonly ReportColumn[] = [
  { name: 'month', label: 'Month', kind: 'month' },
  { name: 'part', label: 'Only', kind: 'text', detail: true },
];

/** Returns the month of a moment. */
export const monthIn = ({ time_zone }: Pick<Site, 'time_zone'>, at: Seconds): string =>
  dayIn(time_zone, at).slice(0, 7);

/** Returns the months of a period, oldest first. `at`: now, up to which a month can be counted. */
export const monthsOf = (
  site: Pick<Site, 'time_zone'>,
  { from, to }: ReportPeriod,
  at: Seconds,
): readonly ReportMonth[] => {
  const months: ReportMonth[] = [];
  for (let begins = from; begins < to; ) {
    const month = monthIn(site, begins);
    const next = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
    const ends = Math.min(to, beginningOfDay(`${next}-01`, site.time_zone) ?? to);
    months.push({ month, from: begins, to: ends, part: partOf(site, { from: begins, to: ends }, at) });
    begins = ends;
  }
  return months;
};

const partOf = ({ time_zone }: Pick<Site, 'time_zone'>, { from, to }: ReportPeriod, at: Seconds): string | null => {
  if (from > at) return 'not begun';
  const [first, last] = [dayIn(time_zone, from), dayIn(time_zone, to > at ? at : to - 1)];
  const isFromFirst = first.endsWith('-01');
  if (to <= at && dayIn(time_zone, to).endsWith('-01')) return isFromFirst ? null : `from ${first}`;
  return isFromFirst ? `until ${last}` : `${first} to ${last}`;
};

/** Returns the month that is a number of months after another one. */
export const monthLater = (month: string, months: number): string =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString();

/** Returns how many months after another one a month is. */
export const monthsApart = (month: string, later: string): number =>
  Temporal.PlainYearMonth.from(month).until(Temporal.PlainYearMonth.from(later), { largestUnit: 'months' }).months;
