import {
  aliasOf,
  code,
  country,
  editable,
  email,
  inputOnly,
  integer,
  link,
  personal,
  phone,
  required,
  text,
  time,
} from './field.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';

/** A shipping address of an account. */
export const shippingAddress = resource(
  'shipping_address',
  {
    account: link(),
    subscriptions: link(),
    id: integer(1),
    first_name: personal(required(editable(text()))),
    last_name: personal(required(editable(text()))),
    nickname: editable(text()),
    company_name: editable(text()),
    company: aliasOf('company_name', editable(text())),
    email: personal(editable(email())),
    phone: personal(editable(phone())),
    vat_number: editable(code(50)),
    address1: personal(required(editable(text()))),
    street1: inputOnly(aliasOf('address1', editable(text()))),
    address2: personal(editable(text())),
    street2: inputOnly(aliasOf('address2', editable(text()))),
    city: personal(required(editable(text()))),
    state: personal(required(editable(text()))),
    zip: personal(required(editable(text(50)))),
    country: required(editable(country())),
    created_at: time(),
    updated_at: time(),
  },
  { plural: 'shipping_addresses', ignored: ['geo_code'] },
);

/** The maximum number of shipping addresses per account. */
export const MOST_SHIPPING_ADDRESSES = 20;

export type ShippingAddress = Infer<typeof shippingAddress>;
export type ShippingAddressInput = Writable<typeof shippingAddress>;
