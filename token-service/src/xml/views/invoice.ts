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
  /** In the order of the invoice. Of these and of the transactions, one more is read than the invoice shows. */
  readonly lines: readonly ShownAdjustment[];
  /** Oldest first. Null in a preview, which has none. */
  readonly transactions: readonly ShownTransaction[] | null;
  /** Oldest first. */
  readonly creditPayments: readonly ShownCreditPayment[];
  /** The invoice that a credit invoice came from, where the version names one. */
  readonly original?: ShownInvoice | undefined;
  /** The first subscription of all its lines, where `lines` are not all. */
  readonly subscription_id?: string | undefined;
}

/** The invoices that a sale results in: at most one of charges, and credit invoices. */
export interface CollectionParts {
  readonly charge: InvoiceParts | null;
  readonly credits: readonly InvoiceParts[];
}

/** An invoice embeds at most so many lines, transactions and credit payments; lists of their own have all of them. */
export const MOST_EMBEDDED = 500;

/** Names of states before 2.10, where they differ. */
const OLD_STATES: Readonly<Record<string, string>> = {
  pending: 'open',
  paid: 'collected',
  closed: 'collected',
  voided: 'collected',
};

/** An invoice as a version shows it: the newest form, with the states and amounts of older versions before 2.10. */
export const invoiceView = (
  { invoice, lines, transactions, creditPayments, original, subscription_id }: InvoiceParts,
  version: Version,
  words: Catalogue,
  embedded = MOST_EMBEDDED,
) => {
  const preview = invoice.invoice_number === null;
  return {
    ...invoice,
    ...(atLeast(version, '2.10') ? {} : asBeforeCreditInvoices(invoice)),
    subscription_id: preview
      ? null
      : (lines.find((line) => line.subscription_id)?.subscription_id ?? subscription_id ?? null),
    original,
    credit_payments: creditPayments.slice(0, embedded),
    line_items: lines.slice(0, embedded).map((line) => ({ ...adjustmentView(line, version), preview })),
    has_more_lines: lines.length > embedded,
    transactions: transactions?.slice(0, embedded).map((one) => transactionView(one, words)) ?? null,
    has_more_transactions: (transactions?.length ?? 0) > embedded,
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
