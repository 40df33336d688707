import {
  code,
  editable,
  embedded,
  exact,
  flag,
  identity,
  inputOnly,
  integer,
  list,
  noted,
  onCreate,
  oneOf,
  since,
  text,
  unwanted,
  words,
} from './field.ts';
import { giftCard } from './gift-card.ts';
import { NET_TERMS_TYPES } from './invoice.ts';
import { MOST_CYCLES, MOST_RAMP_INTERVALS } from './plan.ts';
import { resource, type Writable } from './resource.ts';
import type { Resource } from './schema.ts';
import { type PaymentFieldsInput, paymentFields } from './stored-payment.ts';
import { COLLECTION_METHODS, subscription, subscriptionAddOn, subscriptionRampInterval } from './subscription.ts';

/**
 * The times at which a change can take effect. `renewal` is the older name of `bill_date` or, in a term of one cycle,
 * of `term_end`.
 */
export const TIMEFRAMES = ['now', 'renewal', 'bill_date', 'term_end'] as const;

const { fields } = subscription;

/** A changed add-on. Client libraries repeat its other fields when they send its price or quantity. */
const changedAddOn = resource(
  'subscription_add_on',
  {
    ...subscriptionAddOn.fields,
    add_on_type: onCreate(oneOf(['fixed', 'usage'])),
    usage_type: onCreate(oneOf(['price', 'percentage'])),
  },
  { ignored: subscriptionAddOn.ignored },
);

/** A gift card that is refused, because it pays for a new subscription only. */
const unusedGiftCard = resource(
  'gift_card',
  { redemption_code: unwanted('Refused: a gift card pays for a new subscription only.', 'pays_for_new_ones') },
  { about: (): Resource => giftCard },
);

export const PORTIONS = ['full_amount', 'prorated_amount', 'none'] as const;

/** The parts of a period that an immediate change charges and credits. */
const prorationSettings = resource('proration_settings', {
  charge: editable(oneOf(PORTIONS)),
  credit: editable(oneOf(PORTIONS)),
});

/** Fields that only creating a subscription sets: a client may repeat their values, and not change them. */
const repeated = {
  total_billing_cycles: inputOnly(identity(fields.total_billing_cycles)),
  trial_ends_at: inputOnly(identity(fields.trial_ends_at)),
  starts_at: inputOnly(identity(fields.starts_at)),
  tax_inclusive: since('2.29', inputOnly(identity(onCreate(flag())))),
  first_bill_date: inputOnly(identity(fields.first_bill_date)),
  next_bill_date: inputOnly(identity(fields.next_bill_date)),
  first_renewal_date: inputOnly(identity(fields.first_renewal_date)),
  first_billing_date: inputOnly(identity(fields.first_billing_date)),
  bank_account_authorized_at: inputOnly(identity(fields.bank_account_authorized_at)),
};

/** The fields of a subscription that change with its notes, which bill nothing and announce nothing. */
const notes = {
  terms_and_conditions: editable(text(10_000)),
  customer_notes: editable(text(10_000)),
  vat_reverse_charge_notes: editable(text(10_000)),
  custom_fields: fields.custom_fields,
};

/** A change of a subscription. Fields that it does not name stay; only plan, price, quantity and add-ons wait. */
export const changedSubscription = resource(
  'subscription',
  {
    timeframe: inputOnly(editable(oneOf(TIMEFRAMES))),
    plan_code: fields.plan_code,
    unit_amount_in_cents: inputOnly(editable(fields.unit_amount_in_cents)),
    quantity: inputOnly(editable(integer(1, 999_999_999))),
    ramp_intervals: noted(
      'Only at once: intervals before the current one stay. With another plan: prices in place of those of the plan. The same ones again, or none, change nothing.',
      since('2.29', inputOnly(editable(list(() => subscriptionRampInterval, MOST_RAMP_INTERVALS)))),
    ),
    subscription_add_ons: noted(
      'Add-ons that it does not name are removed, by an empty list all of them. Left out: they stay.',
      exact(inputOnly(editable(list(() => changedAddOn)))),
    ),
    coupon_code: noted('With an immediate change of plan, price, quantity or add-ons.', fields.coupon_code),
    coupon_codes: noted('Like coupon_code, and one at most.', inputOnly(editable(words('coupon_code', 50, 1)))),
    gift_card: inputOnly(editable(embedded(() => unusedGiftCard))),
    proration_settings: noted(
      'With an immediate change: how much of it is charged and credited, in place of the settings of the site. What is left out is prorated.',
      since('2.29', inputOnly(editable(embedded(() => prorationSettings)))),
    ),
    currency: noted('That of the subscription.', inputOnly(editable(code(3)))),
    revenue_schedule_type: fields.revenue_schedule_type,
    auto_renew: since('2.13', editable(flag())),
    remaining_billing_cycles: noted(
      'Cycles still to be billed in the term.',
      inputOnly(editable(integer(0, MOST_CYCLES))),
    ),
    renewal_billing_cycles: fields.renewal_billing_cycles,
    collection_method: inputOnly(editable(oneOf(COLLECTION_METHODS))),
    net_terms: inputOnly(editable(integer(0, 999))),
    net_terms_type: since('2.29', inputOnly(editable(oneOf(NET_TERMS_TYPES)))),
    po_number: fields.po_number,
    ...notes,
    credit_customer_notes: since('2.10', inputOnly(editable(text(10_000)))),
    imported_trial: since('2.8', inputOnly(editable(flag()))),
    gateway_code: since('2.17', editable(code(50))),
    billing_info_uuid: fields.billing_info_uuid,
    ...paymentFields,
    ...repeated,
    shipping_address: editable(fields.shipping_address),
    shipping_address_id: fields.shipping_address_id,
    shipping_method_code: fields.shipping_method_code,
    shipping_amount_in_cents: fields.shipping_amount_in_cents,
  },
  { about: (): Resource => subscription },
);

/** The notes of a subscription, and the other fields that change with them. */
export const subscriptionNotes = resource(
  'subscription',
  {
    ...notes,
    gateway_code: since('2.17', editable(code(50))),
  },
  { about: (): Resource => subscription },
);

export interface ProrationSettings {
  readonly charge: (typeof PORTIONS)[number];
  readonly credit: (typeof PORTIONS)[number];
}

export type ChangedSubscriptionInput = Omit<Writable<typeof changedSubscription>, keyof PaymentFieldsInput> &
  PaymentFieldsInput;
export type SubscriptionNotesInput = Writable<typeof subscriptionNotes>;
