import { type CurrencySums, differingSums } from '../../domain/reports/report.ts';
import type { AfterInvoice, OwedInvoice, OwedPage } from '../../ports/reports.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../values/time.ts';
import { ledgerSums } from './ledger-sums.ts';

/** Accounts, and invoices, that are read together. */
const TOGETHER = 500;

type OwedReader = Pick<Records['reports'], 'open' | 'owed' | 'turnover'>;

const everyOwed = async <After>(
  read: (after: After | undefined) => Promise<OwedPage<After>>,
): Promise<OwedInvoice[]> => {
  const owed: OwedInvoice[] = [];
  let after: After | undefined;
  for (;;) {
    const { invoices, last } = await read(after);
    owed.push(...invoices);
    if (last === null) return owed;
    after = last;
  }
};

/** Returns what was owed of each invoice just before a moment, by the movements of all accounts until then. */
export const owedByLedger = async (reports: OwedReader, before: Seconds, limit = TOGETHER) =>
  (await everyOwed<string>((after) => reports.owed(before, after, limit))).sort(byDueDate);

/** Returns what was owed just before a moment of the invoices that are owed now or have changed since. */
export const owedOfOpenInvoices = async (reports: OwedReader, before: Seconds, limit = TOGETHER) =>
  (await everyOwed<AfterInvoice>((after) => reports.open(before, after, limit))).sort(byDueDate);

/**
 * Returns what was owed of each invoice just before a moment, by currency and due date. Reads the few accounts whose
 * invoices are open, and those of all only where these are not all that the ledger has in its account receivable.
 */
export const owedInvoices = async (reports: OwedReader, before: Seconds): Promise<readonly OwedInvoice[]> => {
  const open = await owedOfOpenInvoices(reports, before);
  const sums = new Map<string, number>();
  for (const { currency, owed_in_cents } of open) sums.set(currency, (sums.get(currency) ?? 0) + owed_in_cents);
  const unlike = differingSums('receivable', sums, await receivableBefore(reports, before));
  return unlike.length === 0 ? open : owedByLedger(reports, before);
};

/** Returns the balance of the ledger account receivable just before a moment, by currency. */
export const receivableBefore = async (
  reports: Pick<OwedReader, 'turnover'>,
  before: Seconds,
): Promise<CurrencySums> => {
  const sums = await ledgerSums(reports, { from: before, to: before });
  const receivable = sums.filter(({ account }) => account === 'receivable');
  return new Map(receivable.map(({ currency, opening_in_cents }) => [currency, opening_in_cents]));
};

/** Orders by currency, due date, number and account, each without a value first. */
const byDueDate = (one: OwedInvoice, other: OwedInvoice): number =>
  compareNullFirst(one.currency, other.currency) ||
  compareNullFirst(one.due_on, other.due_on) ||
  compareNullFirst(one.invoice_number, other.invoice_number) ||
  compareNullFirst(one.account_code, other.account_code);

const compareNullFirst = (one: string | number | null, other: string | number | null): number => {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
};
