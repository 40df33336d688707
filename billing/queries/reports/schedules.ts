import type { ReportColumn, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { ScheduledLine } from '../../domain/revenue/recognition.ts';
import type { RevenueLine } from '../../ports/reports.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { dayIn, isoDay } from '../../values/periods/day-in.ts';
import { serviceDays } from '../../values/periods/service-days.ts';
import { OBLIGATION_COLUMNS, obligationNames } from './obligation-columns.ts';
import { daysOfPeriod, revenueSchedules, rollForward } from './revenue-lines.ts';

export const SCHEDULE_COLUMNS: readonly ReportColumn[] = [
  { name: 'invoice_number', label: 'Invoice', kind: 'text', opens: 'invoice' },
  { name: 'invoice_date', label: 'Date', kind: 'day', filters: true, detail: true },
  { name: 'account_code', label: 'Customer code', kind: 'text', opens: 'customer' },
  { name: 'description', label: 'Line', kind: 'text' },
  { name: 'plan_code', label: 'Plan', kind: 'text', filters: true, detail: true },
  { name: 'accounting_code', label: 'Accounting code', kind: 'text', detail: true },
  { name: 'revenue_gl_account_code', label: 'Revenue account', kind: 'text', detail: true },
  // The page has no room for what the report about revenue shows, besides the schedule and what is earned.
  ...OBLIGATION_COLUMNS.map((column) => ({ ...column, detail: true as const })),
  { name: 'method', label: 'Schedule', kind: 'text' },
  { name: 'service_from', label: 'From', kind: 'day' },
  { name: 'service_to', label: 'To', kind: 'day' },
  { name: 'ended_on', label: 'Ended', kind: 'day', unlessZero: true },
  { name: 'credited_by', label: 'Credited by', kind: 'text', isList: true, unlessZero: true },
  { name: 'credited_on', label: 'Last credit', kind: 'day', detail: true },
  { name: 'currency', label: 'Currency', kind: 'text', detail: true },
  { name: 'deferred_before', label: 'Deferred before', kind: 'cents', opens: 'revenue_postings' },
  { name: 'billed', label: 'Billed', kind: 'cents', opens: 'revenue_postings' },
  { name: 'earned', label: 'Earned', kind: 'cents', opens: 'revenue_postings' },
  { name: 'deferred_after', label: 'Deferred after', kind: 'cents', opens: 'revenue_postings' },
];

/** Returns each line of which a period bills, earns or reverses a part, or that stays deferred through it. */
export async function* scheduleRows(records: Records, site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  const days = daysOfPeriod(site, period);
  const named = await obligationNames(records);
  for await (const { line, schedule } of revenueSchedules(records, site, period)) {
    const amounts = rollForward(schedule, days);
    if (Object.values(amounts).every((amount) => amount === 0)) continue;
    yield {
      invoice_number: line.invoice_number,
      invoice_date: dayIn(site.time_zone, line.invoiced_at),
      account_code: line.account_code,
      description: line.description,
      plan_code: line.plan_code,
      accounting_code: line.accounting_code,
      revenue_gl_account_code: line.revenue_gl_account_code,
      ...named(line),
      method: schedule.method,
      ...serviceDays(line, site),
      ended_on: endedEarly(schedule),
      ...creditsOf(line, site),
      currency: line.currency,
      ...amounts,
    };
  }
}

/** Returns the credit invoices of a line until the end of the period, and the day of the latest. */
const creditsOf = ({ credits }: RevenueLine, { time_zone }: Site) => {
  const latest = credits.at(-1);
  return {
    credited_by: [...new Set(credits.map(({ invoice_number }) => invoice_number))].join(', ') || null,
    credited_on: latest ? dayIn(time_zone, latest.credited_at) : null,
  };
};

/** Returns the day on which the subscription of a line ended, if it did so before the last day of the service. */
const endedEarly = ({ end_day, ended_day }: ScheduledLine): string | null =>
  ended_day !== null && end_day !== null && ended_day < end_day - 1 ? isoDay(ended_day) : null;
