import type { ReportColumn, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { type CustomerMonth, customerMonths } from './customer-months.ts';
import { MONTH_COLUMNS, type ReportMonth } from './months.ts';
import type { ReportQuestion } from './report-question.ts';

export const CUSTOMER_COLUMNS: readonly ReportColumn[] = [
  ...MONTH_COLUMNS,
  { name: 'account_code', label: 'Customer code', kind: 'text', opens: 'customer' },
  { name: 'cohort', label: 'First month', kind: 'month', filters: true },
  { name: 'change', label: 'Customer is', kind: 'text', filters: true, values: ['new', 'returned', 'kept', 'lost'] },
  { name: 'ended', label: 'Ended', kind: 'text', filters: true, values: ['canceled', 'not_paid', 'both'] },
  { name: 'currency', label: 'Currency', kind: 'text', detail: true },
  { name: 'mrr_opening', label: 'MRR at first', kind: 'cents', overlaps: true },
  { name: 'churn_voluntary', label: 'Canceled', kind: 'cents' },
  { name: 'churn_involuntary', label: 'Not paid', kind: 'cents' },
  { name: 'mrr', label: 'MRR at the end', kind: 'cents', overlaps: true },
];

/** Customers whose accounts are read together. */
const TOGETHER = 2000;

/** Returns each customer that had revenue at the beginning or at the end of a month, by month. */
export async function* customerRows(
  records: Records,
  site: Site,
  period: ReportPeriod,
  { at }: ReportQuestion,
): AsyncGenerator<ReportRow, void> {
  for await (const { month, customers } of customerMonths(records, site, period, at)) {
    let some: CustomerMonth[] = [];
    for (const customer of customers) {
      if (customer.change === 'none') continue;
      some.push(customer);
      if (some.length < TOGETHER) continue;
      yield* await rowsOf(records, month, some);
      some = [];
    }
    yield* await rowsOf(records, month, some);
  }
}

const rowsOf = async (
  { revenue }: Records,
  { month, part }: ReportMonth,
  customers: readonly CustomerMonth[],
): Promise<readonly ReportRow[]> => {
  const accounts = await revenue.customers(customers.map(({ account_id }) => account_id));
  return customers.map((customer) => ({
    month,
    part,
    account_code: accounts.get(customer.account_id)?.account_code ?? customer.account_id,
    cohort: customer.cohort,
    change: customer.change,
    ended: endedOf(customer),
    currency: customer.currency,
    mrr_opening: customer.opening,
    churn_voluntary: 0 - customer.canceled,
    churn_involuntary: 0 - customer.not_paid,
    mrr: customer.closing,
  }));
};

const endedOf = ({ canceled, not_paid }: CustomerMonth): string | null => {
  if (canceled !== 0) return not_paid === 0 ? 'canceled' : 'both';
  return not_paid === 0 ? null : 'not_paid';
};
