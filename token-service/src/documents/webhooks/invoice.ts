import type { InvoiceRecord } from '@service/billing/domain/invoices/record.ts';
import { arrayElement, element, flagElement, integerElement, textElement, timeElement } from './markup.ts';

/** A charge invoice or a credit invoice, without its lines. The amounts of a credit invoice are negative. */
export const invoiceElement = (
  invoice: InvoiceRecord,
  subscriptionIds: readonly string[],
  more: readonly string[] = [],
): string =>
  element('invoice', [
    textElement('uuid', invoice.uuid),
    textElement('state', invoice.state),
    textElement('origin', invoice.origin),
    textElement('invoice_number_prefix', invoice.invoice_number_prefix),
    integerElement('invoice_number', invoice.invoice_number),
    addressElement(invoice),
    textElement('vat_number', invoice.vat_number),
    textElement('currency', invoice.currency),
    integerElement('balance_in_cents', invoice.balance_in_cents),
    integerElement('total_in_cents', invoice.total_in_cents),
    integerElement('tax_in_cents', invoice.tax_in_cents),
    integerElement('subtotal_in_cents', invoice.subtotal_in_cents),
    integerElement('subtotal_before_discount_in_cents', invoice.subtotal_before_discount_in_cents),
    integerElement('discount_in_cents', invoice.discount_in_cents),
    arrayElement(
      'subscription_ids',
      (subscriptionIds ?? []).map((id) => textElement('subscription_id', id)),
    ),
    textElement('customer_notes', invoice.customer_notes),
    timeElement('created_at', invoice.created_at),
    timeElement('updated_at', invoice.updated_at),
    timeElement('closed_at', invoice.closed_at),
    ...(invoice.type === 'credit' ? [] : chargeElements(invoice)),
    ...more,
  ]);

const addressElement = ({ address }: InvoiceRecord): string =>
  element('address', [
    textElement('address1', address.address1),
    textElement('address2', address.address2),
    textElement('city', address.city),
    textElement('state', address.state),
    textElement('zip', address.zip),
    textElement('country', address.country),
    textElement('phone', address.phone),
  ]);

const chargeElements = (invoice: InvoiceRecord): string[] => [
  textElement('po_number', invoice.po_number),
  textElement('terms_and_conditions', invoice.terms_and_conditions),
  timeElement('due_on', invoice.due_on),
  integerElement('net_terms', invoice.net_terms),
  textElement('collection_method', invoice.collection_method),
];

/** An invoice in dunning says which step this is. */
export const dunningElements = ({ dunning }: InvoiceRecord): string[] => [
  integerElement('dunning_events_count', dunning?.events_count ?? 0),
  flagElement('final_dunning_event', dunning?.final ?? false),
];

/** Names of states from before credit invoices existed. */
const LEGACY_STATES: Readonly<Record<string, string>> = { pending: 'open', paid: 'collected' };

/** A charge invoice in the form from before credit invoices existed. */
export const legacyInvoiceElement = (invoice: InvoiceRecord, subscriptionIds: readonly string[]): string =>
  element('invoice', [
    textElement('uuid', invoice.uuid),
    textElement('subscription_id', subscriptionIds?.[0]),
    textElement('state', LEGACY_STATES[invoice.state] ?? invoice.state),
    textElement('invoice_number_prefix', invoice.invoice_number_prefix),
    integerElement('invoice_number', invoice.invoice_number),
    textElement('po_number', invoice.po_number),
    textElement('vat_number', invoice.vat_number),
    integerElement('total_in_cents', invoice.total_in_cents),
    textElement('currency', invoice.currency),
    timeElement('date', invoice.created_at),
    timeElement('closed_at', invoice.closed_at),
    integerElement('net_terms', invoice.net_terms),
    textElement('collection_method', invoice.collection_method),
  ]);
