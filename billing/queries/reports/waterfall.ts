import type { ReportColumn, ReportLead, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import { billedBefore, earnedBefore, type ScheduledLine } from '../../domain/revenue/recognition.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { isoDay } from '../../values/periods/day-in.ts';
import { DAY_MS } from '../../values/time.ts';
import { daysOfPeriod, revenueSchedules } from './revenue-lines.ts';

/** The amount that no month earns: lines whose schedule is `never`. */
const NEVER = 'never';

const LINES: ReportLead = {
  to: 'schedules',
  by: ['currency'],
  where: ({ billed_month }) => ({ invoice_date: String(billed_month) }),
  month: ({ earned_month }) => (earned_month === NEVER ? undefined : String(earned_month)),
};

export const WATERFALL_COLUMNS: readonly ReportColumn[] = [
  { name: 'billed_month', label: 'Billed', kind: 'month' },
  { name: 'earned_month', label: 'Earned', kind: 'text' },
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'earned', label: 'Amount', kind: 'cents', leads: LINES },
];

/**
 * Returns what each month earns, or will earn, of what was billed in each month of a period: all that is known at its
 * end. The amounts of a billed month add up to what its invoices bill, their credits taken off.
 */
export async function* waterfallRows(records: Records, site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  const { first } = daysOfPeriod(site, period);
  const sums = new Map<string, number>();
  for await (const { line, schedule } of revenueSchedules(records, site, period)) {
    const [{ day: billed } = { day: 0 }] = schedule.billed;
    if (billed < first) continue;
    for (const [month, cents] of monthsOf(schedule)) {
      const key = [line.currency, monthOf(billed), month].join('\n');
      sums.set(key, (sums.get(key) ?? 0) + cents);
    }
  }
  for (const [key, earned] of [...sums].sort(([one], [other]) => one.localeCompare(other, 'en'))) {
    const [currency = '', billed_month = '', earned_month = ''] = key.split('\n');
    if (earned !== 0) yield { billed_month, earned_month, currency, earned };
  }
}

/** Returns what a line earns in each month, and what it never earns. */
const monthsOf = (schedule: ScheduledLine): readonly (readonly [month: string, cents: number])[] => {
  const days = schedule.billed.map(({ day }) => day);
  const last = Math.max(schedule.start_day, (schedule.end_day ?? 0) - 1, ...days);
  const months: [string, number][] = [];
  let earned = 0;
  for (let from = beginningOfMonth(Math.min(...days), 0); from <= last; from = beginningOfMonth(from, 1)) {
    const until = earnedBefore(schedule, beginningOfMonth(from, 1));
    if (until !== earned) months.push([monthOf(from), until - earned]);
    earned = until;
  }
  const left = billedBefore(schedule, last + 1) - earned;
  return left === 0 ? months : [...months, [NEVER, left]];
};

const monthOf = (day: number): string => isoDay(day).slice(0, 7);

/** Returns the first day of the month of a day, or of a later month, in days since 1970-01-01. */
const beginningOfMonth = (day: number, later: number): number => {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / DAY_MS;
};
