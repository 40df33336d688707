import type { Seconds } from '../../values/time.ts';
import type { InvoiceRecord } from './record.ts';

/**
 * Returns a charge invoice after so many cents of it were credited, and so many of these paid its balance. While a bank
 * debit is pending, its outcome decides whether the invoice is paid.
 */
export const credited = <I extends InvoiceRecord>(invoice: I, amount: number, use: number, at: Seconds): I => {
  const after = {
    ...invoice,
    credited_in_cents: invoice.credited_in_cents + amount,
    refundable_total_in_cents: Math.max(0, invoice.refundable_total_in_cents - amount),
    updated_at: at,
  };
  if (use === 0) return after;
  return invoice.state === 'processing'
    ? { ...after, balance_in_cents: invoice.balance_in_cents - use }
    : paid(after, use, at);
};

/**
 * Returns a charge invoice after so many cents were paid: settled when nothing is open; its uncredited part can be
 * refunded from then on.
 */
export const paid = <I extends InvoiceRecord>(invoice: I, amount: number, at: Seconds): I => {
  const balance_in_cents = invoice.balance_in_cents - amount;
  const settled = balance_in_cents === 0;
  return {
    ...invoice,
    balance_in_cents,
    state: settled ? 'paid' : invoice.state,
    closed_at: settled ? at : invoice.closed_at,
    attempt_next_collection_at: settled ? null : invoice.attempt_next_collection_at,
    dunning_due_at: settled ? null : invoice.dunning_due_at,
    refundable_total_in_cents: settled
      ? invoice.total_in_cents - invoice.credited_in_cents
      : invoice.refundable_total_in_cents,
    updated_at: at,
  };
};

/**
 * Returns a credit invoice after so many cents of it were used: closed when nothing is left, unless the outcome of a
 * part is still pending at a bank.
 */
export const spent = <I extends InvoiceRecord>(invoice: I, amount: number, at: Seconds): I => {
  const balance_in_cents = invoice.balance_in_cents + amount;
  const used = balance_in_cents === 0 && invoice.state !== 'processing';
  return {
    ...invoice,
    balance_in_cents,
    state: used ? 'closed' : invoice.state,
    closed_at: used ? at : invoice.closed_at,
    updated_at: at,
  };
};

/** Returns a credit invoice after so many used cents were restored: it is open again. */
export const restored = <I extends InvoiceRecord>(invoice: I, amount: number, at: Seconds): I => ({
  ...invoice,
  balance_in_cents: invoice.balance_in_cents - amount,
  state: invoice.state === 'processing' ? 'processing' : 'open',
  closed_at: null,
  updated_at: at,
});
