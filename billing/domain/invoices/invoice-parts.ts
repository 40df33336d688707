import type { ShownAdjustment } from '../adjustments/record.ts';
import type { BusinessEntityRecord } from '../business-entities/record.ts';
import type { ShownTransaction } from '../transactions/record.ts';
import type { ShownCreditPayment } from './credit-payment.ts';
import type { ShownInvoice } from './record.ts';

/** An invoice with all that is shown inside it. A preview has no number, and nothing of it has an address. */
export interface InvoiceParts {
  readonly invoice: ShownInvoice;
  /** The entity that sold it; missing where the site itself did. */
  readonly entity?: BusinessEntityRecord | undefined;
  /** The lines, in the order of the invoice. Lines and transactions are read with one more than the invoice shows. */
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
