import { INVOICE_AGES, type InvoiceAge, invoiceAge } from '../../domain/invoices/aging.ts';
import type { ReportColumn, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { owedInvoices } from './owed-invoices.ts';

/** The column of amounts of each age, with its label. */
export const AGE_COLUMNS: Readonly<Record<InvoiceAge, readonly [name: string, label: string]>> = {
  current: ['not_due', 'Not due yet'],
  today: ['due_today', 'Due today'],
  '1-30': ['days_1_30', '1 to 30 days'],
  '31-60': ['days_31_60', '31 to 60 days'],
  '61-90': ['days_61_90', '61 to 90 days'],
  '90+': ['days_over_90', 'Over 90 days'],
};

const INVOICES = { to: 'aging', by: ['account_code', 'currency'] } as const;

export const AGING_BY_CUSTOMER_COLUMNS: readonly ReportColumn[] = [
  { name: 'account_code', label: 'Customer code', kind: 'text', opens: 'customer', filters: true },
  { name: 'customer', label: 'Customer', kind: 'text', personal: true },
  { name: 'currency', label: 'Currency', kind: 'text', filters: true },
  { name: 'invoices', label: 'Invoices', kind: 'count', leads: INVOICES },
  ...INVOICE_AGES.map(({ age }): ReportColumn => {
    const [name, label] = AGE_COLUMNS[age];
    return { name, label, kind: 'cents', leads: { ...INVOICES, where: () => ({ age }) } };
  }),
  { name: 'owed', label: 'Owed', kind: 'cents', leads: INVOICES },
];

interface CustomerDebt {
  readonly account_code: string | null;
  readonly customer: string | null;
  readonly currency: string;
  invoices: number;
  owed: number;
  readonly byAge: Record<InvoiceAge, number>;
}

/** Returns what customers owed at the end of a day, by customer, currency and age, the largest debt first. */
export async function* agingByCustomerRows(
  { reports }: Records,
  _site: Site,
  { to }: ReportPeriod,
): AsyncGenerator<ReportRow> {
  const debts = new Map<string, CustomerDebt>();
  for (const { account_code, customer, currency, due_on, owed_in_cents } of await owedInvoices(reports, to)) {
    const key = JSON.stringify([account_code, currency]);
    const none = { current: 0, today: 0, '1-30': 0, '31-60': 0, '61-90': 0, '90+': 0 };
    const debt = debts.get(key) ?? { account_code, customer, currency, invoices: 0, owed: 0, byAge: none };
    debt.invoices += 1;
    debt.owed += owed_in_cents;
    debt.byAge[invoiceAge(due_on, to)] += owed_in_cents;
    debts.set(key, debt);
  }
  const rows = [...debts.values()].map(({ byAge, ...debt }) => ({
    ...debt,
    ...Object.fromEntries(INVOICE_AGES.map(({ age }) => [AGE_COLUMNS[age][0], byAge[age]])),
  }));
  yield* rows.sort(
    (one, other) =>
      one.currency.localeCompare(other.currency, 'en') ||
      other.owed - one.owed ||
      (one.account_code ?? '').localeCompare(other.account_code ?? '', 'en'),
  );
}
