import { externalProductReference } from './external-product.ts';
import {
  addressed,
  code,
  currency,
  decimal,
  embedded,
  flag,
  integer,
  link,
  list,
  maybe,
  oneOf,
  text,
  time,
} from './field.ts';
import { resource } from './resource.ts';
import type { Infer } from './schema.ts';

export const EXTERNAL_STATES = ['active', 'canceled', 'expired', 'past_due'] as const;

/** A subscription that a customer has at an app store, as an import or the store has told. */
export const externalSubscription = resource('external_subscription', {
  account: link(),
  external_invoices: link(),
  external_payment_phases: link(),
  external_id: code(),
  external_product_reference: maybe(addressed(embedded(() => externalProductReference))),
  last_purchased: maybe(time()),
  auto_renew: flag(),
  in_grace_period: flag(),
  app_identifier: maybe(code()),
  quantity: integer(),
  state: oneOf(EXTERNAL_STATES),
  activated_at: maybe(time()),
  canceled_at: maybe(time()),
  expires_at: maybe(time()),
  trial_started_at: maybe(time()),
  trial_ends_at: maybe(time()),
  created_at: time(),
  updated_at: time(),
  uuid: code(13),
  test: flag(),
  imported: flag(),
});

/** A line of an invoice of an app store. */
export const storeCharge = resource('external_charge', {
  account: link(),
  external_invoice: link(),
  external_product_reference: maybe(addressed(embedded(() => externalProductReference))),
  description: maybe(text()),
  unit_amount: decimal(9),
  currency: currency(),
  quantity: integer(),
  created_at: time(),
  updated_at: time(),
});

/** An invoice that an app store has made and collected. */
export const externalInvoice = resource('external_invoice', {
  account: link(),
  external_subscription: link(),
  external_payment_phase: link(),
  external_id: code(),
  state: oneOf(['paid']),
  currency: currency(),
  total: decimal(9),
  line_items: list(() => storeCharge),
  purchased_at: time(),
  created_at: time(),
  updated_at: time(),
});

/** Billing periods of an app store’s subscription with the same price, such as an introduction. */
export const externalPaymentPhase = resource('external_payment_phase', {
  id: code(13),
  started_at: maybe(time()),
  ends_at: maybe(time()),
  starting_billing_period_index: integer(),
  ending_billing_period_index: maybe(integer()),
  offer_type: maybe(text()),
  offer_name: maybe(text()),
  period_count: maybe(integer()),
  period_length: maybe(text(50)),
  amount: maybe(decimal(9)),
  currency: maybe(currency()),
  created_at: time(),
  updated_at: time(),
});

export type ExternalSubscription = Infer<typeof externalSubscription>;
export type ExternalCharge = Infer<typeof storeCharge>;
export type ExternalInvoice = Infer<typeof externalInvoice>;
export type ExternalPaymentPhase = Infer<typeof externalPaymentPhase>;
