import type { Seconds } from '../../values/time.ts';
import type { MovedEventType, MovedInvoice } from './moved.ts';
import type { InvoiceRecord } from './record.ts';

/** Returns the event of a gift card whose credit an invoice holds, or whose price it is, when its balance changes. */
export const balanceEvents = (
  { gift_card_id }: Pick<InvoiceRecord, 'gift_card_id'>,
  amount: number,
): readonly MovedEventType[] => (gift_card_id === null || amount === 0 ? [] : ['updated_balance_gift_card']);

/**
 * Returns a charge invoice after so many cents of it were credited, and so many of these paid its balance. While a bank
 * debit is pending, its outcome decides whether the invoice is paid.
 */
export const credited = <I extends InvoiceRecord>(
  invoice: I,
  amount: number,
  use: number,
  at: Seconds,
): MovedInvoice<I> => {
  const after = {
    ...invoice,
    credited_in_cents: invoice.credited_in_cents + amount,
    refundable_total_in_cents: Math.max(0, invoice.refundable_total_in_cents - amount),
    updated_at: at,
  };
  if (use === 0) return { invoice: after, events: [] };
  if (invoice.state !== 'processing') return paid(after, use, at);
  const balance_in_cents = invoice.balance_in_cents - use;
  return { invoice: { ...after, balance_in_cents }, events: balanceEvents(invoice, use) };
};

/**
 * Returns a charge invoice after so many cents were paid: settled when nothing is open; its uncredited part can be
 * refunded from then on. A payment in part has no event.
 */
export const paid = <I extends InvoiceRecord>(invoice: I, amount: number, at: Seconds): MovedInvoice<I> => {
  const balance_in_cents = invoice.balance_in_cents - amount;
  const settled = balance_in_cents === 0;
  const settles: readonly MovedEventType[] = settled && invoice.state !== 'paid' ? ['paid_charge_invoice'] : [];
  return {
    invoice: {
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
    },
    events: [...settles, ...balanceEvents(invoice, amount)],
  };
};

/** Returns an open charge invoice that a bank was asked to pay. */
export const awaitingBank = <I extends InvoiceRecord>(invoice: I, at: Seconds): MovedInvoice<I> => ({
  invoice: {
    ...invoice,
    state: 'processing',
    attempt_next_collection_at: null,
    dunning_due_at: null,
    updated_at: at,
  },
  events: ['processing_charge_invoice'],
});

/** Returns a charge invoice that is written off: nothing of it is owed any more. */
export const writtenOffCharge = <I extends InvoiceRecord>(invoice: I, at: Seconds): MovedInvoice<I> => ({
  invoice: {
    ...invoice,
    state: 'failed',
    balance_in_cents: 0,
    refundable_total_in_cents: 0,
    credited_in_cents: invoice.total_in_cents,
    closed_at: at,
    attempt_next_collection_at: null,
    dunning_due_at: null,
    updated_at: at,
  },
  events: ['failed_charge_invoice', ...balanceEvents(invoice, invoice.balance_in_cents)],
});

/**
 * Returns a credit invoice after so many cents of it were used: closed when nothing is left, unless the outcome of a
 * part is still pending at a bank.
 */
export const spent = <I extends InvoiceRecord>(invoice: I, amount: number, at: Seconds): MovedInvoice<I> => {
  const balance_in_cents = invoice.balance_in_cents + amount;
  const used = balance_in_cents === 0 && invoice.state !== 'processing';
  const closes: readonly MovedEventType[] = used && invoice.state !== 'closed' ? ['closed_credit_invoice'] : [];
  return {
    invoice: {
      ...invoice,
      balance_in_cents,
      state: used ? 'closed' : invoice.state,
      closed_at: used ? at : invoice.closed_at,
      updated_at: at,
    },
    events: [...balanceEvents(invoice, amount), ...closes],
  };
};

/** Returns an open credit invoice whose rest is voided: an unused one is void, any other closed. */
export const withoutRest = <I extends InvoiceRecord>(invoice: I, at: Seconds): MovedInvoice<I> => {
  const rest = 0 - invoice.balance_in_cents;
  const closed = spent(invoice, rest, at);
  if (invoice.balance_in_cents !== invoice.total_in_cents) return closed;
  return {
    invoice: { ...closed.invoice, state: 'voided' },
    events: [...balanceEvents(invoice, rest), 'voided_credit_invoice'],
  };
};

/** Returns a credit invoice after so many used cents were restored: it is open again. */
export const restored = <I extends InvoiceRecord>(invoice: I, amount: number, at: Seconds): MovedInvoice<I> => {
  const isPending = invoice.state === 'processing';
  return {
    invoice: {
      ...invoice,
      balance_in_cents: invoice.balance_in_cents - amount,
      state: isPending ? 'processing' : 'open',
      closed_at: null,
      updated_at: at,
    },
    events: [...balanceEvents(invoice, amount), ...(isPending ? [] : opened(invoice))],
  };
};

/** Returns a credit invoice none of whose refunds is pending at a bank any more: open as long as it has a balance. */
export const refundsDecided = <I extends InvoiceRecord>(invoice: I, at: Seconds): MovedInvoice<I> => {
  const left = invoice.balance_in_cents < 0;
  const closes: readonly MovedEventType[] = invoice.state === 'closed' ? [] : ['closed_credit_invoice'];
  return {
    invoice: { ...invoice, state: left ? 'open' : 'closed', closed_at: left ? null : at, updated_at: at },
    events: left ? opened(invoice) : closes,
  };
};

/** Returns the event of a credit invoice that is open from now on. */
const opened = ({ state }: Pick<InvoiceRecord, 'state'>): readonly MovedEventType[] => {
  if (state === 'open') return [];
  return [state === 'closed' ? 'reopened_credit_invoice' : 'open_credit_invoice'];
};
