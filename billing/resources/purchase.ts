import { MAX_UNIT_CENTS } from '../values/money/cents.ts';
import { type AccountInput, account } from './account.ts';
import { adjustment } from './adjustment.ts';
import { confirmationFields } from './confirmation.ts';
import { MOST_COUPON_CODES } from './coupon.ts';
import {
  code,
  currency,
  embedded,
  inputOnly,
  integer,
  list,
  maybe,
  noted,
  onCreate,
  oneOf,
  required,
  since,
  text,
  until,
  words,
} from './field.ts';
import { initiation } from './initiation.ts';
import { NET_TERMS_TYPES } from './invoice.ts';
import { MOST_RAMP_INTERVALS } from './plan.ts';
import { redeemedGiftCard } from './redeemed-gift-card.ts';
import { resource, type Writable } from './resource.ts';
import type { Field, Resource } from './schema.ts';
import { shippingAddress } from './shipping-address.ts';
import { confirmation } from './stored-payment.ts';
import { COLLECTION_METHODS, subscription, subscriptionRampInterval } from './subscription.ts';

const pick = <T extends Record<string, Field>, K extends keyof T>(fields: T, ...names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<T, K>;

/** A charge in a purchase: its currency is that of the purchase; until 2.7 it may be repeated here. */
export const purchasedCharge = resource(
  'adjustment',
  {
    ...pick(
      adjustment.fields,
      'description',
      'accounting_code',
      'product_code',
      'item_code',
      'origin',
      'unit_amount_in_cents',
      'quantity',
      'quantity_decimal',
      'tax_exempt',
      'tax_inclusive',
      'tax_code',
      'origin_tax_address_source',
      'destination_tax_address_source',
      'shipping_address',
      'shipping_address_id',
      'start_date',
      'end_date',
      'revenue_schedule_type',
      'liability_gl_account_id',
      'revenue_gl_account_id',
      'performance_obligation_id',
      'credit_reason_code',
      'custom_fields',
    ),
    currency: until('2.7', onCreate(currency())),
  },
  { about: (): Resource => adjustment },
);

/** Shipping fees in one purchase. */
const MOST_SHIPPING_FEES = 100;

const SAME = 'That of the purchase, if it is sent.';

/** Fields that a subscription takes from its purchase, and may repeat. */
const ofPurchase = {
  account: noted(SAME, onCreate(embedded((): typeof account => account))),
  currency: noted(SAME, onCreate(currency())),
  collection_method: noted(SAME, onCreate(oneOf(COLLECTION_METHODS))),
  net_terms: noted(SAME, onCreate(integer(0, 999))),
  net_terms_type: noted(SAME, since('2.29', onCreate(oneOf(NET_TERMS_TYPES)))),
  po_number: noted(SAME, onCreate(text(50))),
  terms_and_conditions: noted(SAME, onCreate(text(10_000))),
  customer_notes: noted(SAME, onCreate(text(10_000))),
  vat_reverse_charge_notes: noted(SAME, onCreate(text(10_000))),
  gateway_code: noted(SAME, onCreate(code(50))),
  transaction_type: confirmationFields.transaction_type,
  coupon_code: noted('One of the purchase, if it is sent.', onCreate(code(50))),
  coupon_codes: noted('Some of the purchase, if they are sent.', onCreate(words('coupon_code', 50, MOST_COUPON_CODES))),
  gift_card: noted(SAME, onCreate(embedded(() => redeemedGiftCard))),
  billing_info: noted('Send it with the account of the purchase.', onCreate(embedded(() => confirmation))),
};

/** A subscription in a purchase: account, currency, payment terms and coupons are those of the purchase. */
export const purchasedSubscription = resource(
  'subscription',
  {
    plan_code: inputOnly(onCreate(required(code(50)))),
    ...pick(
      subscription.fields,
      'unit_amount_in_cents',
      'quantity',
      'ramp_intervals',
      'subscription_add_ons',
      'trial_ends_at',
      'starts_at',
      'total_billing_cycles',
      'remaining_billing_cycles',
      'renewal_billing_cycles',
      'auto_renew',
      'first_bill_date',
      'next_bill_date',
      'first_renewal_date',
      'first_billing_date',
      'bank_account_authorized_at',
      'imported_trial',
      'custom_fields',
      'shipping_address',
      'shipping_address_id',
      'shipping_method_code',
      'shipping_amount_in_cents',
      'revenue_schedule_type',
      'tax_inclusive',
      'billing_info_uuid',
    ),
    ...ofPurchase,
  },
  { about: (): Resource => subscription },
);

/** The fee for the delivery of what a purchase sells once. */
export const shippingFee = resource('shipping_fee', {
  shipping_method_code: onCreate(required(code(50))),
  shipping_amount_in_cents: onCreate(required(integer(0, MAX_UNIT_CENTS))),
  shipping_address: inputOnly(onCreate(embedded((): typeof shippingAddress => shippingAddress))),
  shipping_address_id: noted('That of the purchase, unless you send one.', inputOnly(onCreate(integer(1)))),
});

/**
 * A checkout of subscriptions and one-time charges. The request is never stored; the response is an invoice collection.
 */
export const purchase = resource('purchase', {
  account: onCreate(required(embedded((): typeof account => account))),
  adjustments: onCreate(list((): typeof purchasedCharge => purchasedCharge)),
  subscriptions: noted(
    'Several from 2.8 on.',
    since('2.7', onCreate(list((): typeof purchasedSubscription => purchasedSubscription))),
  ),
  ramp_intervals: noted(
    'Refused: each subscription has its own.',
    since('2.29', onCreate(list((): typeof subscriptionRampInterval => subscriptionRampInterval, MOST_RAMP_INTERVALS))),
  ),
  currency: onCreate(required(currency())),
  collection_method: onCreate(oneOf(COLLECTION_METHODS)),
  po_number: noted('Where the site invoices by hand.', onCreate(maybe(text(50)))),
  net_terms: onCreate(integer(0, 999)),
  net_terms_type: since('2.29', onCreate(oneOf(NET_TERMS_TYPES))),
  gift_card: since('2.7', onCreate(embedded(() => redeemedGiftCard))),
  coupon_codes: since('2.7', onCreate(words('coupon_code', 50, MOST_COUPON_CODES))),
  customer_notes: since('2.8', onCreate(text(10_000))),
  terms_and_conditions: since('2.8', onCreate(text(10_000))),
  vat_reverse_charge_notes: since('2.8', onCreate(text(10_000))),
  shipping_address: since('2.11', onCreate(embedded((): typeof shippingAddress => shippingAddress))),
  shipping_address_id: since('2.11', onCreate(integer(1))),
  shipping_fees: since('2.20', onCreate(list((): typeof shippingFee => shippingFee, MOST_SHIPPING_FEES))),
  dunning_campaign_id: noted('Of its account.', since('2.29', onCreate(code(13)))),
  transaction_type: confirmationFields.transaction_type,
  transaction: since('2.29', inputOnly(onCreate(embedded(() => initiation)))),
  gateway_code: noted(
    'A gateway of this site by its code. Left out: the first that takes the currency and the payment method.',
    onCreate(code(50)),
  ),
  billing_info_uuid: noted('Not beside billing_info of the account.', since('2.29', onCreate(code(13)))),
}) satisfies Resource;

/** Its account may carry billing info, like an account that is created, and its subscriptions name their plans. */
export type PurchaseInput = Omit<Writable<typeof purchase>, 'account' | 'subscriptions'> & {
  readonly account?: AccountInput | null;
  readonly subscriptions?: readonly PurchasedSubscription[] | null;
};
/** Fields of a subscription in a purchase that only repeat those of the purchase. */
export type OfPurchase = keyof typeof ofPurchase;
export type PurchasedSubscription = Writable<typeof purchasedSubscription>;
export type PurchasedShippingFee = Writable<typeof shippingFee>;
export type PurchasedCharge = Writable<typeof purchasedCharge>;
