import { currency, integer, noted, onCreate, oneOf, required, text, time } from './field.ts';
import { resource, type Writable } from './resource.ts';
import type { Resource } from './schema.ts';
import { transaction } from './transaction.ts';

/** Payment methods outside a gateway. */
export const OFFLINE_METHODS = [
  'credit_card',
  'paypal',
  'eft',
  'wire_transfer',
  'money_order',
  'check',
  'other',
] as const;

/** A payment received outside a gateway, as entered; it is stored as a transaction. */
export const offlinePayment = resource(
  'transaction',
  {
    payment_method: onCreate(required(oneOf(OFFLINE_METHODS))),
    collected_at: onCreate(time()),
    amount_in_cents: onCreate(integer(1)),
    currency: noted('That of the invoice, if it is sent.', onCreate(currency())),
    description: onCreate(text(50)),
  },
  { about: (): Resource => transaction },
);

export type OfflinePaymentInput = Writable<typeof offlinePayment>;
