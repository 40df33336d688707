import { postalFields } from './address.ts';
import { code, editable, embedded, integer, maybe, noted, oneOf, personal, since, text } from './field.ts';
import { invoice, NET_TERMS_TYPES } from './invoice.ts';
import { resource, type Writable } from './resource.ts';
import type { Resource } from './schema.ts';

const billedTo = resource(
  'address',
  {
    first_name: personal(since('2.10', editable(text()))),
    last_name: personal(since('2.10', editable(text()))),
    name_on_account: personal(since('2.10', editable(text()))),
    company: since('2.10', editable(text())),
    ...postalFields,
  },
  { ignored: ['geo_code'] },
);

/** The fields of a posted invoice that can be edited. An address replaces the whole address. */
export const editedInvoice = resource(
  'invoice',
  {
    address: editable(embedded(() => billedTo)),
    po_number: noted('Where the site invoices by hand.', editable(maybe(text(50)))),
    net_terms: noted('Of an invoice that is paid by hand.', editable(integer(0, 999))),
    net_terms_type: since('2.29', noted('Of an invoice that is paid by hand.', editable(oneOf(NET_TERMS_TYPES)))),
    terms_and_conditions: editable(text(10_000)),
    customer_notes: editable(text(10_000)),
    vat_reverse_charge_notes: editable(text(10_000)),
    gateway_code: since('2.17', editable(code(50))),
    billing_info_uuid: since('2.29', editable(code(13))),
  },
  { about: (): Resource => invoice },
);

export type EditedInvoiceInput = Writable<typeof editedInvoice>;
