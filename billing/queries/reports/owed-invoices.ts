import type { OwedInvoice } from '../../ports/reports.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../values/time.ts';

/** Accounts that are read together. */
const TOGETHER = 1000;

/** Returns what was owed of each invoice just before a moment, by currency and due date. */
export const owedInvoices = async (
  reports: Pick<Records['reports'], 'owed'>,
  before: Seconds,
  limit = TOGETHER,
): Promise<readonly OwedInvoice[]> => {
  const owed: OwedInvoice[] = [];
  let after: string | undefined;
  for (;;) {
    const { invoices, last } = await reports.owed(before, after, limit);
    owed.push(...invoices);
    if (last === null) return owed.sort(byDueDate);
    after = last;
  }
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
