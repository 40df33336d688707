import { daysDue, INVOICE_AGES, invoiceAge } from '../../domain/invoices/aging.ts';
import {
  differingSums,
  type ReportColumn,
  type ReportDifference,
  type ReportPeriod,
  type ReportRow,
  type ReportSums,
} from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { owedInvoices, receivableBefore } from './owed-invoices.ts';

export const AGING_COLUMNS: readonly ReportColumn[] = [
  { name: 'invoice_number', label: 'Invoice', kind: 'text', opens: 'invoice' },
  { name: 'account_code', label: 'Customer code', kind: 'text', opens: 'customer' },
  { name: 'customer', label: 'Customer', kind: 'text', personal: true },
  { name: 'due_on', label: 'Due', kind: 'day' },
  { name: 'days_due', label: 'Days due', kind: 'count' },
  { name: 'age', label: 'Age', kind: 'text' },
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'owed', label: 'Owed', kind: 'cents' },
];

/** Returns what customers owed at the end of a day, by invoice, the oldest age first. */
export async function* agingRows({ reports }: Records, site: Site, { to }: ReportPeriod): AsyncGenerator<ReportRow> {
  const rows = (await owedInvoices(reports, to)).map(({ due_on, owed_in_cents, ...rest }) => ({
    invoice_number: rest.invoice_number,
    account_code: rest.account_code,
    customer: rest.customer,
    due_on: due_on === null ? null : dayIn(site.time_zone, due_on),
    days_due: daysDue(due_on, to),
    age: invoiceAge(due_on, to),
    currency: rest.currency,
    owed: owed_in_cents,
  }));
  const order = new Map(INVOICE_AGES.map(({ age }, place) => [age, place]));
  yield* rows.sort(
    (one, other) => (order.get(other.age) ?? 0) - (order.get(one.age) ?? 0) || other.days_due - one.days_due,
  );
}

/** Returns where what is owed and the ledger's receivables differ. */
export const agingDifferences = async (
  records: Records,
  { to }: ReportPeriod,
  sums: ReportSums,
): Promise<readonly ReportDifference[]> => {
  return differingSums('receivable', sums.of('owed'), await receivableBefore(records.reports, to));
};
