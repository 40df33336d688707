import type { InvoiceEventType } from '../invoices/event-type.ts';
import type { MovedInvoice } from '../invoices/moved.ts';
import type { InvoiceRecord } from '../invoices/record.ts';
import type { EventDraft, InvoiceDraft } from './event.ts';

/** Returns the events of an invoice that is added: that it is new, and the state it begins in. */
export const invoiceAdded = (invoice: InvoiceRecord): EventDraft[] => [
  { type: invoice.type === 'credit' ? 'new_credit_invoice' : 'new_charge_invoice', invoice, from: undefined },
  ...stateAdded(invoice),
  ...usedAtOnce(invoice),
];

/** Returns the events of the credit that a gift card brings to an order, before the order uses it. */
export const giftCreditBegun = (invoice: InvoiceRecord): EventDraft[] => [
  { type: 'new_credit_invoice', invoice, from: undefined },
  ...(invoice.state === 'open' ? stateAdded(invoice) : []),
];

/** Returns the events of the use that an order makes of the credit of its gift card. */
export const giftCreditUsed = (invoice: InvoiceRecord): EventDraft[] => [
  ...(invoice.state === 'open' ? [] : stateAdded(invoice)),
  ...usedAtOnce(invoice),
];

/** Returns the events that a transition of a stored invoice causes. `before`: as it was stored. */
export const invoiceMoved = (before: InvoiceRecord, { invoice, events }: MovedInvoice): EventDraft[] =>
  events.map((type) => {
    if (type === 'new_dunning_event') return { type, invoice };
    if (type === 'updated_balance_gift_card') return { type, invoice, from: before.balance_in_cents };
    return { type, invoice, from: before.state };
  });

/** The events of the states that an invoice has from the start, besides that it is new. */
const STATES_OF_CHARGE: Readonly<Partial<Record<InvoiceRecord['state'], InvoiceEventType>>> = {
  processing: 'processing_charge_invoice',
  past_due: 'past_due_charge_invoice',
  paid: 'paid_charge_invoice',
  failed: 'failed_charge_invoice',
};
const STATES_OF_CREDIT: Readonly<Partial<Record<InvoiceRecord['state'], InvoiceEventType>>> = {
  open: 'open_credit_invoice',
  processing: 'processing_credit_invoice',
  closed: 'closed_credit_invoice',
  voided: 'voided_credit_invoice',
};

const stateAdded = (invoice: InvoiceRecord): InvoiceDraft[] => {
  const type = (invoice.type === 'credit' ? STATES_OF_CREDIT : STATES_OF_CHARGE)[invoice.state];
  return type ? [{ type, invoice, from: undefined }] : [];
};

/** Returns the event of the gift card of a new invoice, a part of whose credit is used already. */
const usedAtOnce = (invoice: InvoiceRecord): EventDraft[] => {
  const from = invoice.total_in_cents;
  return invoice.gift_card_id === null || invoice.balance_in_cents === from
    ? []
    : [{ type: 'updated_balance_gift_card', invoice, from }];
};
