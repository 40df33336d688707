import type { ReportColumn, ReportDifference, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { Invalid, type Issue, notFound, refuse } from '../../values/failure.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { beginningOfDay } from '../../values/periods/zone-days.ts';
import type { Seconds } from '../../values/time.ts';
import type { QueryDeps } from '../site-query.ts';
import { AGING_COLUMNS, agingDifferences, agingRows } from './aging.ts';
import { CANCELLATION_COLUMNS, cancellationRows } from './cancellations.ts';
import { CHURN_COLUMNS, churnRows } from './churn.ts';
import { COHORT_COLUMNS, cohortRows } from './cohorts.ts';
import { LEDGER_COLUMNS, ledgerDifferences, ledgerRows } from './ledger.ts';
import { MRR_COLUMNS, mrrRows } from './mrr.ts';
import { PAYMENT_COLUMNS, paymentRows } from './payments.ts';
import { REVENUE_COLUMNS, revenueDifferences, revenueRows } from './revenue.ts';
import { SALES_COLUMNS, salesRows } from './sales.ts';
import { SCHEDULE_COLUMNS, scheduleRows } from './schedules.ts';
import { TAX_COLUMNS, taxDifferences, taxReportRows } from './tax.ts';
import { WATERFALL_COLUMNS, waterfallRows } from './waterfall.ts';

interface ReportDefinition {
  readonly title: string;
  /** The question that it answers, in a few words. */
  readonly summary: string;
  /** The definition of its numbers, for the people who read them. */
  readonly definition: string;
  /** Whether it is about the end of one day, or about a period. */
  readonly about: 'day' | 'period';
  readonly columns: readonly ReportColumn[];
  readonly rows: (
    records: Records,
    site: Site,
    period: ReportPeriod,
    where: Readonly<Record<string, string>>,
  ) => AsyncGenerator<ReportRow>;
  /** Whether it is about the last twelve months unless days are given; otherwise about one month. */
  readonly aboutYear?: true;
  /** The column that a page draws by month, for each currency. */
  readonly drawn?: string;
  /** Compares all rows with the ledger. Without it the report has rows that are read as they are written. */
  readonly differences?: (
    records: Records,
    period: ReportPeriod,
    rows: readonly ReportRow[],
  ) => Promise<readonly ReportDifference[]>;
}

/** The reports by their names. */
export const REPORTS = {
  aging: {
    title: 'What customers owe',
    summary: 'By invoice and age, at the end of any day',
    definition:
      'The balance of each charge invoice at the end of the day, from the movements of the ledger until then, by the days since its due date. The sum is the balance of the ledger account receivable.',
    about: 'day',
    columns: AGING_COLUMNS,
    rows: agingRows,
    differences: agingDifferences,
  },
  sales: {
    title: 'Sales and credits',
    summary: 'Every line of every invoice, with net, tax and service period',
    definition:
      'Every line of the invoices and credit invoices dated in the period, write-offs, gift cards that are bought and those that are redeemed included: net after discounts, tax, gross. Credits are below zero. Gift cards and write-offs are no revenue, so the net sum differs from what the report Revenue has billed. Country and VAT number are those on the invoice.',
    about: 'period',
    columns: SALES_COLUMNS,
    rows: salesRows,
  },
  tax: {
    title: 'Tax',
    summary: 'By country, region, type and rate, for a return',
    definition:
      'The lines of the invoices and credit invoices dated in the period, by jurisdiction and rate. A jurisdiction is a country, a state and a tax. The net amount of a line with several taxes is in the row of each, so net amounts have no sum here. The sum of the taxes is what the ledger account tax was credited with.',
    about: 'period',
    columns: TAX_COLUMNS,
    rows: taxReportRows,
    differences: taxDifferences,
  },
  revenue: {
    title: 'Revenue',
    summary: 'Deferred before, billed, earned, and deferred after, by account and plan',
    definition:
      'Net amounts of invoices, credits taken off: deferred before + billed - earned = deferred after. A line is earned by its schedule: evenly by day over its service period (also without a schedule), on the first or last day, with its invoice, or never; a line without a period on its first day. Nothing is earned before it is invoiced. A credit is taken from what is still deferred, and only where that is less from what was earned, on its own day. Gift cards are no revenue until they are redeemed, and write-offs reverse none. The sum of what is billed is what the ledger account revenue was credited with.',
    about: 'period',
    columns: REVENUE_COLUMNS,
    rows: revenueRows,
    differences: revenueDifferences,
  },
  schedules: {
    title: 'Revenue by line',
    summary: 'Every line that the period bills, earns or defers, with its schedule',
    definition:
      'The lines that the report Revenue adds up, with the same definitions: each with its schedule, its service period, and its amounts in the period.',
    about: 'period',
    columns: SCHEDULE_COLUMNS,
    rows: scheduleRows,
  },
  waterfall: {
    title: 'Revenue waterfall',
    summary: 'What each month earns of what was billed in each month',
    definition:
      'The net amounts that were billed in the months of the period, credits until its end taken off, by the month that earns them, or will if nothing changes. The definitions are those of the report Revenue.',
    about: 'period',
    columns: WATERFALL_COLUMNS,
    rows: waterfallRows,
  },
  ledger: {
    title: 'Trial balance',
    summary: 'Debits, credits and balances of the ledger accounts',
    definition:
      'The ledger accounts with their balance before the period, what was debited and credited in it, and the balance after it. Debits are above zero. In each currency, debits and credits are equal.',
    about: 'period',
    columns: LEDGER_COLUMNS,
    rows: ledgerRows,
    differences: ledgerDifferences,
  },
  payments: {
    title: 'Approval of payments',
    summary: 'By gateway, brand, country and initiator',
    definition:
      'Attempts to take or reserve money in the period, verifications left out, by gateway, brand, country of the billing address and initiator. Approved are those that the gateway took, whatever became of the payment later. Retries count as attempts of their own.',
    about: 'period',
    columns: PAYMENT_COLUMNS,
    rows: paymentRows,
  },
  mrr: {
    title: 'Monthly recurring revenue',
    summary: 'By month: new, expansion, contraction, churn, reactivation',
    definition:
      'Monthly recurring revenue (MRR) of subscriptions that have started: what plan and fixed add-ons cost in a period at their current prices, less coupons without an end, without tax, divided by the months of the period. 365 days are twelve months. Setup fees, usage, shipping fees, trials, paused and future subscriptions do not count; a canceled one counts until it ends. Opening and closing are what is paid: the revenue of subscriptions with an invoice past due is moved out, shown apart, and moved back once that is paid. A pause counts as canceled, and an end while past due or a write-off as not paid. Opening and the movements add up to closing.',
    about: 'period',
    aboutYear: true,
    drawn: 'closing',
    columns: MRR_COLUMNS,
    rows: mrrRows,
  },
  churn: {
    title: 'Churn and retention',
    summary: 'By month: customers and revenue lost and kept, trials converted',
    definition:
      'Customers are accounts with MRR in the currency, past due or not. Customer churn: those lost in the month of those at its beginning. Revenue churn: MRR of subscriptions that were canceled, or ended unpaid, of the MRR at the beginning. Of the customers at the beginning, gross retention is the MRR that is left without any increase, net retention the MRR that is left with increases. Trial conversion: trials after whose end in the month the subscription had MRR, of all that ended. A rate of nothing is not shown.',
    about: 'period',
    aboutYear: true,
    drawn: 'customers_closing',
    columns: CHURN_COLUMNS,
    rows: churnRows,
  },
  cohorts: {
    title: 'Cohorts',
    summary: 'Customers and revenue left of those who began in a month',
    definition:
      'A cohort is the customers whose first MRR in the currency was in a month. Each row shows, at the end of that month and of each of the 24 that follow, how many of them have MRR, past due or not, and how much, beside the customers of the cohort and their MRR at the end of its first month. Customers whose subscriptions an earlier release sold are in the cohort of the month in which this one began to record MRR.',
    about: 'period',
    aboutYear: true,
    columns: COHORT_COLUMNS,
    rows: cohortRows,
  },
  cancellations: {
    title: 'Reasons for leaving',
    summary: 'MRR lost, by the reason that customers gave',
    definition:
      'The MRR of subscriptions that were canceled, paused or ended unpaid in the period, by the reason that the customer or an operator chose when canceling. It counts on the day on which the subscription ended, which is later than that of the cancellation for those that run until the end of their period.',
    about: 'period',
    columns: CANCELLATION_COLUMNS,
    rows: cancellationRows,
  },
} as const satisfies Readonly<Record<string, ReportDefinition>>;

/** The rows that one answer of the API may have. */
export const MOST_REPORT_ROWS = 10_000;

export type ReportName = keyof typeof REPORTS;

export const REPORT_NAMES = Object.keys(REPORTS) as readonly ReportName[];

/** The text that stands for a missing value, in filters and on pages. */
export const WITHOUT_VALUE = '–';

/** Days such as `2026-11-30`, in the time zone of the site, both included. */
export interface AskedDays {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only rows with these values, by the names of columns; `WITHOUT_VALUE` for those without one. */
  readonly where?: Readonly<Record<string, string>>;
}

/** A report that is ready to be read. */
export interface OpenReport extends Pick<ReportDefinition, 'title' | 'definition' | 'about' | 'columns' | 'drawn'> {
  readonly name: ReportName;
  /** The first and the last day. */
  readonly from: string;
  readonly to: string;
  readonly rows: () => AsyncGenerator<ReportRow>;
  /** Whether `differencesOf` compares it with the ledger. */
  readonly isReconciled: boolean;
  /** Returns where the report, of which these are all rows, and the ledger differ. */
  readonly differencesOf: (rows: readonly ReportRow[]) => Promise<readonly ReportDifference[]>;
}

/**
 * Returns a report of a site. Unless they are given, `to` is today, and `from` the first day of its month; in a report
 * about a year, of the month eleven months before. Throws `not_found` for a name that no report has, and `Invalid` for
 * what is no day, or no period.
 */
export const openReport =
  ({ storage }: QueryDeps) =>
  ({ site, at }: { readonly site: Site; readonly at: Seconds }, name: string, asked: AskedDays): OpenReport => {
    if (!isReportName(name)) throw notFound('Report', 'name', name);
    const { rows, differences, ...report }: ReportDefinition = REPORTS[name];
    const today = dayIn(site.time_zone, at);
    const to = asked.to ?? today;
    const isDay = report.about === 'day';
    const from = isDay ? to : (asked.from ?? usualFrom(to, report.aboutYear));
    const period = periodOf(site, from, to);
    refuse([
      ...(isDay && asked.from !== undefined ? [{ field: 'report.from', symbol: 'present' } satisfies Issue] : []),
      ...(isDay && to > today ? [{ field: 'report.to', symbol: 'invalid', reason: 'in_future' } satisfies Issue] : []),
    ]);
    const records = storage.of(site.id) as Records;
    return {
      ...report,
      name,
      from,
      to,
      rows: () => only(rows(records, site, period, asked.where ?? {}), asked.where),
      isReconciled: differences !== undefined,
      differencesOf: async (all) => (await differences?.(records, period, all)) ?? [],
    };
  };

async function* only(rows: AsyncGenerator<ReportRow>, where: AskedDays['where'] = {}): AsyncGenerator<ReportRow, void> {
  const wanted = Object.entries(where);
  for await (const row of rows) {
    if (wanted.every(([name, value]) => String(row[name] ?? WITHOUT_VALUE) === value)) yield row;
  }
}

const usualFrom = (to: string, aboutYear: boolean | undefined): string => {
  const month = to.slice(0, 7);
  // A day that is none is refused later.
  if (!aboutYear || beginningOfDay(to, 'UTC') === undefined) return `${month}-01`;
  return `${Temporal.PlainYearMonth.from(month).subtract({ months: 11 }).toString()}-01`;
};

const isReportName = (name: string): name is ReportName => Object.hasOwn(REPORTS, name);

const periodOf = ({ time_zone }: Site, from: string, to: string): ReportPeriod => {
  const [begins, ends] = [beginningOfDay(from, time_zone), beginningOfDay(to, time_zone, 1)];
  const issues: Issue[] = [
    ...(begins === undefined ? [{ field: 'report.from', symbol: 'invalid', reason: 'not_a_day' } as const] : []),
    ...(ends === undefined ? [{ field: 'report.to', symbol: 'invalid', reason: 'not_a_day' } as const] : []),
  ];
  refuse(issues);
  if (begins === undefined || ends === undefined || begins >= ends) {
    throw new Invalid([{ field: 'report.to', symbol: 'invalid', reason: 'before_first_day' }]);
  }
  return { from: begins, to: ends };
};
