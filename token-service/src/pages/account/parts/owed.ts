import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { formatsOf, type Visit } from '../visit.ts';

/** Returns what is overdue in the currency of the oldest invoice, for example `$21.74`; undefined if nothing is. */
export const owedIn = (visit: Visit, pastDue: readonly ShownInvoice[]): string | undefined => {
  const [oldest] = pastDue;
  if (!oldest) return undefined;
  const same = pastDue.filter(({ currency }) => currency === oldest.currency);
  return formatsOf(visit, oldest.currency).money(same.reduce((sum, { balance_in_cents }) => sum + balance_in_cents, 0));
};
