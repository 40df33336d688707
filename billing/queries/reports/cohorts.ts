import type { ReportColumn, ReportLead, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { type CustomerMonth, customerMonths } from './customer-months.ts';
import { monthIn, monthLater, monthsApart } from './months.ts';
import { shareInPercent } from './mrr-movements.ts';
import type { ReportQuestion } from './report-question.ts';

/** The months for which a cohort is followed. */
const FOLLOWED = 24;

const RETAINED: ReportLead = {
  to: 'customers',
  by: ['cohort', 'currency'],
  where: () => ({ change: 'new,returned,kept' }),
  month: ({ cohort, months_after }) => monthLater(String(cohort), Number(months_after)),
};

export const COHORT_COLUMNS: readonly ReportColumn[] = [
  { name: 'cohort', label: 'First month', kind: 'month' },
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'months_after', label: 'Months after', kind: 'count' },
  { name: 'part', label: 'Only', kind: 'text', unlessZero: true },
  { name: 'customers', label: 'Customers', kind: 'count' },
  { name: 'customers_retained', label: 'Retained', kind: 'count', leads: RETAINED },
  { name: 'customers_retained_percent', label: 'Of customers', kind: 'percent', leads: RETAINED },
  { name: 'mrr', label: 'MRR', kind: 'cents', overlaps: true, leads: RETAINED },
  { name: 'mrr_retained_percent', label: 'Of first MRR', kind: 'percent', leads: RETAINED },
];

/** The customers of a cohort at the end of a month. */
class Cohort {
  readonly cohort: string;
  readonly currency: string;
  customers = 0;
  retained = 0;
  mrr = 0;

  constructor(cohort: string, currency: string) {
    this.cohort = cohort;
    this.currency = currency;
  }

  add({ closing }: CustomerMonth): void {
    this.customers += 1;
    if (closing !== 0) this.retained += 1;
    this.mrr += closing;
  }
}

/**
 * Returns how many customers and how much revenue are left of those who began in each month of the period, at the end
 * of that month and of those that follow, until the end of the period.
 */
export async function* cohortRows(
  records: Records,
  site: Site,
  period: ReportPeriod,
  { at }: ReportQuestion,
): AsyncGenerator<ReportRow> {
  const firstMonth = monthIn(site, period.from);
  const firstMrr = new Map<string, number>();
  const rows: ReportRow[] = [];
  for await (const { month, customers } of customerMonths(records, site, period, at)) {
    const cohorts = new Map<string, Cohort>();
    for (const customer of customers) {
      if (customer.cohort < firstMonth) continue;
      const key = `${customer.cohort} ${customer.currency}`;
      const cohort = cohorts.get(key) ?? new Cohort(customer.cohort, customer.currency);
      cohorts.set(key, cohort);
      cohort.add(customer);
    }
    for (const [key, { cohort, currency, customers: began, retained, mrr }] of cohorts) {
      const months_after = monthsApart(cohort, month.month);
      if (months_after > FOLLOWED) continue;
      if (months_after === 0) firstMrr.set(key, mrr);
      rows.push({
        cohort,
        currency,
        months_after,
        part: month.part,
        customers: began,
        customers_retained: retained,
        customers_retained_percent: shareInPercent(retained, began),
        mrr,
        mrr_retained_percent: shareInPercent(mrr, firstMrr.get(key) ?? 0),
      });
    }
  }
  yield* rows.sort(
    (one, other) =>
      `${one.cohort} ${one.currency}`.localeCompare(`${other.cohort} ${other.currency}`, 'en') ||
      Number(one.months_after) - Number(other.months_after),
  );
}
