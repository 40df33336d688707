import type { InvoiceRecord } from '../invoices/record.ts';
import type { EventDraft, InvoiceDraft } from './event.ts';

/** Returns the events of an invoice that is added: that it is new, and the state it begins in. */
export const invoiceAdded = (invoice: InvoiceRecord): EventDraft[] => {
  const from = undefined;
  const added: InvoiceDraft =
    invoice.type === 'credit'
      ? { type: 'new_credit_invoice', invoice, from }
      : { type: 'new_charge_invoice', invoice, from };
  const state = invoice.type === 'credit' ? creditState(from, invoice) : chargeState(from, invoice);
  return [added, ...state, ...balanceMoved(invoice.total_in_cents, invoice)];
};

/** Returns the events of the credit that a gift card brings to an order, before the order uses it. */
export const giftCreditBegun = (invoice: InvoiceRecord): EventDraft[] => [
  { type: 'new_credit_invoice', invoice, from: undefined },
  ...(invoice.state === 'open' ? creditState(undefined, invoice) : []),
];

/** Returns the events of the use that an order makes of the credit of its gift card. */
export const giftCreditUsed = (invoice: InvoiceRecord): EventDraft[] => [
  ...(invoice.state === 'open' ? [] : creditState(undefined, invoice)),
  ...balanceMoved(invoice.total_in_cents, invoice),
];

/**
 * Returns the events of a charge invoice that was paid with money or credit, that a bank was asked to pay, that is past
 * due, or that is owed again. A payment in part is none.
 */
export const chargeMoved = (before: InvoiceRecord, after: InvoiceRecord): EventDraft[] => {
  const from = before.state;
  const isReopened = from === 'paid' && after.state !== 'paid';
  return [
    ...(isReopened ? [{ type: 'reopened_charge_invoice', invoice: after, from } as const] : []),
    ...(after.state === from ? [] : chargeState(from, after)),
    ...balanceMoved(before.balance_in_cents, after),
    ...dunningMoved(before, after),
  ];
};

/** Returns the events of a credit invoice whose balance changed, and of its gift card. */
export const creditMoved = (before: InvoiceRecord, after: InvoiceRecord): EventDraft[] => [
  ...balanceMoved(before.balance_in_cents, after),
  ...(after.state === before.state ? [] : creditState(before.state, after)),
];

/** Returns the event of an invoice that takes a step of its dunning. */
export const dunningMoved = (before: InvoiceRecord, after: InvoiceRecord): EventDraft[] => {
  const isStep = after.dunning !== null && after.dunning.events_count > (before.dunning?.events_count ?? 0);
  return isStep ? [{ type: 'new_dunning_event', invoice: after }] : [];
};

const chargeState = (from: InvoiceRecord['state'] | undefined, invoice: InvoiceRecord): InvoiceDraft[] => {
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

const creditState = (from: InvoiceRecord['state'] | undefined, invoice: InvoiceRecord): InvoiceDraft[] => {
  switch (invoice.state) {
    case 'open':
      return [{ type: from === 'closed' ? 'reopened_credit_invoice' : 'open_credit_invoice', invoice, from }];
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

const balanceMoved = (from: number, invoice: InvoiceRecord): EventDraft[] =>
  invoice.gift_card_id === null || invoice.balance_in_cents === from
    ? []
    : [{ type: 'updated_balance_gift_card', invoice, from }];

const EDITABLE = [
  'po_number',
  'customer_notes',
  'terms_and_conditions',
  'vat_reverse_charge_notes',
  'net_terms',
  'net_terms_type',
  'due_on',
  'collection_method',
] as const satisfies readonly (keyof InvoiceRecord)[];

/** Returns the event of an edited invoice; none if the edit changes its state as well. */
export const invoiceEdited = (before: InvoiceRecord, invoice: InvoiceRecord): EventDraft[] => {
  const from = before.state;
  const isEdited =
    EDITABLE.some((name) => before[name] !== invoice[name]) ||
    JSON.stringify(before.address) !== JSON.stringify(invoice.address);
  if (invoice.state !== from || !isEdited) return [];
  return [{ type: invoice.type === 'credit' ? 'updated_credit_invoice' : 'updated_charge_invoice', invoice, from }];
};
