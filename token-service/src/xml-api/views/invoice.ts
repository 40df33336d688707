import type { ShownAdjustment } from '@service/billing/adjustments/record.ts';
import type { ShownCreditPayment } from '@service/billing/invoices/credit-payment.ts';
import type { ShownInvoice } from '@service/billing/invoices/record.ts';
import { atLeast, type Version } from '@service/billing/resources/version.ts';
import type { ShownTransaction } from '@service/billing/transactions/record.ts';
import type { Catalogue } from '../../messages/words.ts';
import { adjustmentView } from './adjustment.ts';
import { transactionView } from './transaction.ts';

/** An invoice with all that is shown inside it. A preview has no number, and nothing of it has an address. */
export interface InvoiceParts {
  readonly invoice: ShownInvoice;
  /** In the order of the invoice. */
  readonly lines: readonly ShownAdjustment[];
  /** Oldest first. */
  readonly transactions: readonly ShownTransaction[];
  /** Oldest first. */
  readonly creditPayments: readonly ShownCreditPayment[];
  /** The invoice that a credit invoice came from, where the version names one. */
  readonly original?: ShownInvoice | undefined;
}

/** What selling comes to: at most one invoice of charges, and credit invoices (specification "Invoice collection"). */
export interface CollectionParts {
  readonly charge: InvoiceParts | null;
  readonly credits: readonly InvoiceParts[];
}

/** An invoice shows so many lines and transactions; a list has the others (reference "resources", section 6). */
export const MOST_EMBEDDED = 500;

/** Names of states before 2.10, where they differ (reference "lifecycles", sections 3.1 and 4). */
const OLD_STATES: Readonly<Record<string, string>> = {
  pending: 'open',
  paid: 'collected',
  closed: 'collected',
  voided: 'collected',
};

/** An invoice as a version shows it: the newest form, rendered down before 2.10 (reference "paging and versions", section 3.3). */
export const invoiceView = (
  { invoice, lines, transactions, creditPayments, original }: InvoiceParts,
  version: Version,
  words: Catalogue,
) => {
  const preview = invoice.invoice_number === null;
  return {
    ...invoice,
    ...(atLeast(version, '2.10') ? {} : asBeforeCreditInvoices(invoice)),
    subscription_id: preview ? null : (lines.find((line) => line.subscription_id)?.subscription_id ?? null),
    original,
    credit_payments: creditPayments,
    line_items: lines.slice(0, MOST_EMBEDDED).map((line) => ({ ...adjustmentView(line, version), preview })),
    has_more_lines: lines.length > MOST_EMBEDDED,
    transactions: transactions.slice(0, MOST_EMBEDDED).map((one) => transactionView(one, words)),
    has_more_transactions: transactions.length > MOST_EMBEDDED,
  };
};

const asBeforeCreditInvoices = (invoice: ShownInvoice) => ({
  state: OLD_STATES[invoice.state] ?? invoice.state,
  subtotal_in_cents: invoice.subtotal_before_discount_in_cents,
  subtotal_after_discount_in_cents: invoice.subtotal_in_cents,
  amount_remaining_in_cents: invoice.balance_in_cents,
});

/** The record of an `invoice_collection`. */
export const invoiceCollectionView = ({ charge, credits }: CollectionParts, version: Version, words: Catalogue) => ({
  charge_invoice: charge && invoiceView(charge, version, words),
  credit_invoices: credits.map((credit) => invoiceView(credit, version, words)),
});
