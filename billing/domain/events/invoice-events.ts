import type { MovedInvoice } from '../invoices/moved.ts';
import type { InvoiceRecord } from '../invoices/record.ts';
import type { EventDraft, InvoiceDraft } from './event.ts';

/** Returns the events of an invoice that is added: that it is new, and the state it begins in. */
export const invoiceAdded = (invoice: InvoiceRecord): EventDraft[] => {
  const from = undefined;
  const added: InvoiceDraft =
    invoice.type === 'credit'
      ? { type: 'new_credit_invoice', invoice, from }
      : { type: 'new_charge_invoice', invoice, from };
  const state = invoice.type === 'credit' ? creditState(invoice) : chargeState(invoice);
  return [added, ...state, ...usedAtOnce(invoice)];
};

/** Returns the events of the credit that a gift card brings to an order, before the order uses it. */
export const giftCreditBegun = (invoice: InvoiceRecord): EventDraft[] => [
  { type: 'new_credit_invoice', invoice, from: undefined },
  ...(invoice.state === 'open' ? creditState(invoice) : []),
];

/** Returns the events of the use that an order makes of the credit of its gift card. */
export const giftCreditUsed = (invoice: InvoiceRecord): EventDraft[] => [
  ...(invoice.state === 'open' ? [] : creditState(invoice)),
  ...usedAtOnce(invoice),
];

/** Returns the events that a transition of a stored invoice causes. `before`: as it was stored. */
export const invoiceMoved = (before: InvoiceRecord, { invoice, events }: MovedInvoice): EventDraft[] =>
  events.map((type) => {
    if (type === 'new_dunning_event') return { type, invoice };
    if (type === 'updated_balance_gift_card') return { type, invoice, from: before.balance_in_cents };
    return { type, invoice, from: before.state };
  });

const chargeState = (invoice: InvoiceRecord): InvoiceDraft[] => {
  const from = undefined;
  switch (invoice.state) {
    case 'processing':
      return [{ type: 'processing_charge_invoice', invoice, from }];
    case 'past_due':
      return [{ type: 'past_due_charge_invoice', invoice, from }];
    case 'paid':
      return [{ type: 'paid_charge_invoice', invoice, from }];
    case 'failed':
      return [{ type: 'failed_charge_invoice', invoice, from }];
    default:
      return [];
  }
};

const creditState = (invoice: InvoiceRecord): InvoiceDraft[] => {
  const from = undefined;
  switch (invoice.state) {
    case 'open':
      return [{ type: 'open_credit_invoice', invoice, from }];
    case 'processing':
      return [{ type: 'processing_credit_invoice', invoice, from }];
    case 'closed':
      return [{ type: 'closed_credit_invoice', invoice, from }];
    case 'voided':
      return [{ type: 'voided_credit_invoice', invoice, from }];
    default:
      return [];
  }
};

/** Returns the event of the gift card of a new invoice, a part of whose credit is used already. */
const usedAtOnce = (invoice: InvoiceRecord): EventDraft[] => {
  const from = invoice.total_in_cents;
  return invoice.gift_card_id === null || invoice.balance_in_cents === from
    ? []
    : [{ type: 'updated_balance_gift_card', invoice, from }];
};
