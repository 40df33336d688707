import { code, currency, integer, maybe, noted, onCreate, oneOf, since, text } from './field.ts';
import { invoice, NET_TERMS_TYPES } from './invoice.ts';
import { resource, type Writable } from './resource.ts';
import type { Resource } from './schema.ts';
import { COLLECTION_METHODS } from './subscription.ts';

/** The request to invoice the pending charges of an account. It is never stored. */
export const postedInvoice = resource(
  'invoice',
  {
    currency: noted('Needed where pending lines are in several: the one to invoice.', onCreate(currency())),
    collection_method: onCreate(oneOf(COLLECTION_METHODS)),
    net_terms: onCreate(integer(0, 999)),
    net_terms_type: since('2.29', onCreate(oneOf(NET_TERMS_TYPES))),
    po_number: noted('Where the site invoices by hand.', onCreate(maybe(text(50)))),
    terms_and_conditions: onCreate(text(10_000)),
    customer_notes: onCreate(text(10_000)),
    vat_reverse_charge_notes: onCreate(text(10_000)),
    credit_customer_notes: since('2.10', onCreate(text(10_000))),
    gateway_code: since('2.17', onCreate(code(50))),
    billing_info_uuid: since('2.29', onCreate(code(13))),
  },
  { about: (): Resource => invoice },
);

export type PostedInvoiceInput = Writable<typeof postedInvoice>;
