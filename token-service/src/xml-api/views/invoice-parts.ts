import type { ShownInvoice } from '@service/billing/invoices/record.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import { atLeast, type Version } from '@service/billing/resources/version.ts';
import type { InvoiceParts } from './invoice.ts';

type Read = Pick<Records, 'invoices' | 'adjustments' | 'transactions' | 'creditPayments'>;

/** Reads what a version shows inside invoices, of a whole page in one go. */
export const partsOf = async (
  records: Read,
  invoices: readonly ShownInvoice[],
  version: Version,
): Promise<InvoiceParts[]> => {
  const { adjustments, transactions, creditPayments } = records;
  const ids = invoices.map(({ uuid }) => uuid);
  const [lines, payments, credit, originals] = await Promise.all([
    adjustments.onInvoices(ids),
    transactions.ofInvoices(ids),
    creditPayments.ofInvoices(ids),
    atLeast(version, '2.10') ? [] : originalsOf(records, invoices),
  ]);
  const linesById = Map.groupBy(lines, ({ invoice_id }) => invoice_id);
  const paymentsById = Map.groupBy(payments, ({ invoice_id }) => invoice_id);
  const originalById = new Map(originals.map((one) => [one.uuid, one]));
  return invoices.map((invoice) => ({
    invoice,
    original: originalById.get(invoice.original_ids[0] ?? ''),
    lines: linesById.get(invoice.uuid) ?? [],
    transactions: paymentsById.get(invoice.uuid) ?? [],
    creditPayments: credit.filter(
      (one) => one.original_invoice_id === invoice.uuid || one.applied_to_invoice_id === invoice.uuid,
    ),
  }));
};

/** The charge invoices that credit invoices came from, each by the first of them; versions before 2.10 know but one. */
const originalsOf = async (
  { invoices }: Pick<Records, 'invoices'>,
  credits: readonly ShownInvoice[],
): Promise<ShownInvoice[]> => {
  const ids = new Set(credits.flatMap(({ original_ids }) => original_ids.slice(0, 1)));
  const found = await Promise.all([...ids].map((id) => invoices.find(id)));
  return found.filter((one) => one !== undefined);
};
