import type { ReportColumn, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { monthIn, monthsApart, monthsOf } from './months.ts';
import { readByMonth, shareInPercent } from './mrr-movements.ts';
import type { ReportQuestion } from './report-question.ts';

/** The months for which a cohort is followed. */
const FOLLOWED = 24;

export const COHORT_COLUMNS: readonly ReportColumn[] = [
  { name: 'cohort', label: 'First month', kind: 'text' },
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'months_after', label: 'Months after', kind: 'count' },
  { name: 'part', label: 'Only', kind: 'text', unlessZero: true },
  { name: 'customers', label: 'Customers', kind: 'count' },
  { name: 'customers_retained', label: 'Retained', kind: 'count' },
  { name: 'customers_retained_percent', label: 'Of customers', kind: 'percent' },
  { name: 'mrr', label: 'MRR', kind: 'cents', overlaps: true },
  { name: 'mrr_retained_percent', label: 'Of first MRR', kind: 'percent' },
];

interface Cohort {
  readonly cohort: string;
  readonly currency: string;
  /** The revenue by its terms of each customer. */
  readonly customers: Map<string, number>;
  /** The revenue at the end of the first month. */
  first: number;
}

/**
 * Returns how many customers and how much revenue are left of those who began in each month of the period, at the end
 * of that month and of those that follow, until the end of the period.
 */
export async function* cohortRows(
  records: Records,
  site: Site,
  period: ReportPeriod,
  { at: now }: ReportQuestion,
): AsyncGenerator<ReportRow> {
  const cohorts = new Map<string, Cohort>();
  const cohortOf = new Map<string, Cohort>();
  const rows: ReportRow[] = [];
  await readByMonth(records, monthsOf(site, period, now), {
    moves({ currency, account_id, at, amount_in_cents }, month) {
      const customer = `${account_id} ${currency}`;
      const began = month?.month ?? monthIn(site, at);
      const key = `${began} ${currency}`;
      const own = cohortOf.get(customer) ??
        cohorts.get(key) ?? { cohort: began, currency, customers: new Map(), first: 0 };
      cohortOf.set(customer, own);
      cohorts.set(`${own.cohort} ${currency}`, own);
      own.customers.set(account_id, (own.customers.get(account_id) ?? 0) + amount_in_cents);
    },
    ends({ month, part }) {
      for (const one of cohorts.values()) {
        const months_after = monthsApart(one.cohort, month);
        if (months_after > FOLLOWED) continue;
        const amounts = [...one.customers.values()];
        const mrr = amounts.reduce((sum, each) => sum + each, 0);
        if (months_after === 0) one.first = mrr;
        const retained = amounts.filter((each) => each !== 0).length;
        rows.push({
          cohort: one.cohort,
          currency: one.currency,
          months_after,
          part,
          customers: amounts.length,
          customers_retained: retained,
          customers_retained_percent: shareInPercent(retained, amounts.length),
          mrr,
          mrr_retained_percent: shareInPercent(mrr, one.first),
        });
      }
    },
  });
  const first = monthIn(site, period.from);
  yield* rows
    .filter(({ cohort }) => String(cohort) >= first)
    .sort(
      (one, other) =>
        `${one.cohort} ${one.currency}`.localeCompare(`${other.cohort} ${other.currency}`, 'en') ||
        Number(one.months_after) - Number(other.months_after),
    );
}
