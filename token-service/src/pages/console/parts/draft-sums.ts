import type { OrderDraft } from '@service/billing/engine/orders/drafting/draft-order.ts';
import { moneyOf } from './figures.ts';

export interface DraftSums {
  /** Total of the charge invoice. */
  readonly charged: number;
  /** Total of the credit invoices; 0 or below. */
  readonly credited: number;
  /** What the new credit pays of earlier invoices. */
  readonly olderPaid: number;
  /** What is left of the new credit. */
  readonly creditLeft: number;
  /** What credit that the customer held before pays of the charge. */
  readonly creditUsed: number;
}

/** Returns the sums of a drafted order, in cents. What is due is `charged + credited + olderPaid + creditLeft - creditUsed`. */
export const draftSums = ({ charge, credits, creditPayments }: OrderDraft): DraftSums => {
  const made = new Set(credits.map(({ invoice }) => invoice.uuid));
  const paid = (counts: (payment: OrderDraft['creditPayments'][number]) => boolean): number =>
    creditPayments.filter(counts).reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0);
  return {
    charged: charge?.invoice.total_in_cents ?? 0,
    credited: credits.reduce((sum, { invoice }) => sum + invoice.total_in_cents, 0),
    olderPaid: paid((one) => one.applied_to_invoice_id !== null && one.applied_to_invoice_id !== charge?.invoice.uuid),
    creditLeft: credits.reduce((sum, { invoice }) => sum - invoice.balance_in_cents, 0),
    creditUsed: paid((one) => one.applied_to_invoice_id === charge?.invoice.uuid && !made.has(one.original_invoice_id)),
  };
};

/** `$21.74`; `$21.74, paid from credit`; `$21.74, of which credit pays $5.00`: a total and what credit leaves of it. */
export const totalAndDue = (total: number, due: number, currency: string): string => {
  if (due >= total) return moneyOf(total, currency);
  return due === 0
    ? `${moneyOf(total, currency)}, paid from credit`
    : `${moneyOf(total, currency)}, of which credit pays ${moneyOf(total - due, currency)}`;
};
