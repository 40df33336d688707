import type { Records } from '@service/billing/ports/records.ts';
import type { ShownInvoice } from '@service/billing/ports/selling.ts';
import type { InvoiceParts } from './invoice.ts';

/** Reads what is shown inside invoices, of a whole page in one go. */
export const partsOf = async (
  { adjustments, transactions, creditPayments }: Pick<Records, 'adjustments' | 'transactions' | 'creditPayments'>,
  invoices: readonly ShownInvoice[],
): Promise<InvoiceParts[]> => {
  const ids = invoices.map(({ uuid }) => uuid);
  const [lines, payments, credit] = await Promise.all([
    adjustments.onInvoices(ids),
    transactions.ofInvoices(ids),
    creditPayments.ofInvoices(ids),
  ]);
  const linesById = Map.groupBy(lines, ({ invoice_id }) => invoice_id);
  const paymentsById = Map.groupBy(payments, ({ invoice_id }) => invoice_id);
  return invoices.map((invoice) => ({
    invoice,
    lines: linesById.get(invoice.uuid) ?? [],
    transactions: paymentsById.get(invoice.uuid) ?? [],
    creditPayments: credit.filter(
      (one) => one.original_invoice_id === invoice.uuid || one.applied_to_invoice_id === invoice.uuid,
    ),
  }));
};
