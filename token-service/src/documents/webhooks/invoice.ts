import type { InvoiceRecord } from '@service/billing/domain/invoices/record.ts';
import { array, element, flag, integer, text, time } from './markup.ts';

/** A charge invoice or a credit invoice, without its lines. The amounts of a credit invoice are negative. */
export const invoiceElement = (
  invoice: InvoiceRecord,
  subscriptionIds: readonly string[],
  more: readonly string[] = [],
): string =>
  element('invoice', [
    text('uuid', invoice.uuid),
    text('state', invoice.state),
    text('origin', invoice.origin),
    text('invoice_number_prefix', invoice.invoice_number_prefix),
    integer('invoice_number', invoice.invoice_number),
    addressElement(invoice),
    text('vat_number', invoice.vat_number),
    text('currency', invoice.currency),
    integer('balance_in_cents', invoice.balance_in_cents),
    integer('total_in_cents', invoice.total_in_cents),
    integer('tax_in_cents', invoice.tax_in_cents),
    integer('subtotal_in_cents', invoice.subtotal_in_cents),
    integer('subtotal_before_discount_in_cents', invoice.subtotal_before_discount_in_cents),
    integer('discount_in_cents', invoice.discount_in_cents),
    array(
      'subscription_ids',
      (subscriptionIds ?? []).map((id) => text('subscription_id', id)),
    ),
    text('customer_notes', invoice.customer_notes),
    time('created_at', invoice.created_at),
    time('updated_at', invoice.updated_at),
    time('closed_at', invoice.closed_at),
    ...(invoice.type === 'credit' ? [] : chargeElements(invoice)),
    ...more,
  ]);

const addressElement = ({ address }: InvoiceRecord): string =>
  element('address', [
    text('address1', address.address1),
    text('address2', address.address2),
    text('city', address.city),
    text('state', address.state),
    text('zip', address.zip),
    text('country', address.country),
    text('phone', address.phone),
  ]);

const chargeElements = (invoice: InvoiceRecord): string[] => [
  text('po_number', invoice.po_number),
  text('terms_and_conditions', invoice.terms_and_conditions),
  time('due_on', invoice.due_on),
  integer('net_terms', invoice.net_terms),
  text('collection_method', invoice.collection_method),
];

/** An invoice in dunning says which step this is. */
export const dunningElements = ({ dunning }: InvoiceRecord): string[] => [
  integer('dunning_events_count', dunning?.events_count ?? 0),
  flag('final_dunning_event', dunning?.final ?? false),
];

/** Names of states from before credit invoices existed. */
const LEGACY_STATES: Readonly<Record<string, string>> = { pending: 'open', paid: 'collected' };

/** A charge invoice in the form from before credit invoices existed. */
export const legacyInvoiceElement = (invoice: InvoiceRecord, subscriptionIds: readonly string[]): string =>
  element('invoice', [
    text('uuid', invoice.uuid),
    text('subscription_id', subscriptionIds?.[0]),
    text('state', LEGACY_STATES[invoice.state] ?? invoice.state),
    text('invoice_number_prefix', invoice.invoice_number_prefix),
    integer('invoice_number', invoice.invoice_number),
    text('po_number', invoice.po_number),
    text('vat_number', invoice.vat_number),
    integer('total_in_cents', invoice.total_in_cents),
    text('currency', invoice.currency),
    time('date', invoice.created_at),
    time('closed_at', invoice.closed_at),
    integer('net_terms', invoice.net_terms),
    text('collection_method', invoice.collection_method),
  ]);
