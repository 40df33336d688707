import type { ReportPeriod } from '../../domain/reports/report.ts';
import type { Site } from '../../resources/site.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { beginningOfDay } from '../../values/periods/zone-days.ts';
import type { Seconds } from '../../values/time.ts';

/** A month of the time zone of a site, or the part of it that a period has. */
export interface ReportMonth extends ReportPeriod {
  /** `2026-11`. */
  readonly month: string;
}

/** Returns the month of a moment. */
export const monthIn = ({ time_zone }: Pick<Site, 'time_zone'>, at: Seconds): string =>
  dayIn(time_zone, at).slice(0, 7);

/** Returns the months of a period, oldest first. */
export const monthsOf = (site: Pick<Site, 'time_zone'>, { from, to }: ReportPeriod): readonly ReportMonth[] => {
  const months: ReportMonth[] = [];
  for (let begins = from; begins < to; ) {
    const month = monthIn(site, begins);
    const next = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
    const ends = Math.min(to, beginningOfDay(`${next}-01`, site.time_zone) ?? to);
    months.push({ month, from: begins, to: ends });
    begins = ends;
  }
  return months;
};

/** Returns how many months after another one a month is. */
export const monthsApart = (month: string, later: string): number =>
  Temporal.PlainYearMonth.from(month).until(Temporal.PlainYearMonth.from(later), { largestUnit: 'months' }).months;
