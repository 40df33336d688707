import { code, editable, noted, onCreate, required, text, time } from './field.ts';
import { ledgerReferences } from './ledger-references.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';

/** Characters that are safe in a URL path; dots alone are not a path segment. */
export const SHIPPING_METHOD_CODE = /^(?!\.+$)[A-Za-z0-9@\-_.+]+$/;

/** A way of delivery, which fees name. The operator of a site defines it. */
export const shippingMethod = resource('shipping_method', {
  code: required(onCreate(code(50, SHIPPING_METHOD_CODE))),
  name: noted('The description of lines for its fees.', required(editable(text(100)))),
  accounting_code: editable(code(20)),
  tax_code: editable(code(50)),
  ...ledgerReferences,
  created_at: time(),
  updated_at: time(),
});

export type ShippingMethod = Infer<typeof shippingMethod>;
export type ShippingMethodInput = Omit<Writable<typeof shippingMethod>, 'code'>;
