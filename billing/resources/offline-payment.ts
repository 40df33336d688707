import { currency, integer, noted, onCreate, oneOf, required, text, time } from './field.ts';
import { resource, type Writable } from './resource.ts';

/** How money may come without a gateway (reference "endpoints", "Offline payment body"). */
export const OFFLINE_METHODS = [
  'credit_card',
  'paypal',
  'eft',
  'wire_transfer',
  'money_order',
  'check',
  'other',
] as const;

/** A payment that came by hand, as it is entered; it is kept as a transaction. */
export const offlinePayment = resource('transaction', {
  payment_method: onCreate(required(oneOf(OFFLINE_METHODS))),
  collected_at: onCreate(time()),
  amount_in_cents: onCreate(integer(1)),
  currency: noted('That of the invoice, if it is sent.', onCreate(currency())),
  description: onCreate(text(50)),
});

export type OfflinePaymentInput = Writable<typeof offlinePayment>;
