import { MAX_UNIT_CENTS } from '../values/money/cents.ts';
import type { AddOnSource } from '../values/price/subscription-lines.ts';
import { account } from './account.ts';
import { MOST_TIERS, NO_END, TIER_TYPES, USAGE_CALCULATIONS, USAGE_TIMEFRAMES } from './add-on.ts';
import { billingInfo } from './billing-info.ts';
import { confirmationFields } from './confirmation.ts';
import { MOST_COUPON_CODES } from './coupon.ts';
import { customField } from './custom-field.ts';
import {
  addressed,
  aliasOf,
  always,
  asAttribute,
  code,
  currency,
  decimal,
  derived,
  editable,
  embedded,
  flag,
  inputOnly,
  integer,
  link,
  linkAccepting,
  list,
  maybe,
  noted,
  omittedWhenAbsent,
  onCreate,
  oneOf,
  orElse,
  required,
  since,
  text,
  time,
  until,
  words,
} from './field.ts';
import { invoice, invoiceCollection, NET_TERMS_TYPES } from './invoice.ts';
import { ITEM_STATES } from './item.ts';
import { percentageTiersOf } from './percentage-tier.ts';
import { MOST_CYCLES, MOST_RAMP_INTERVALS, REVENUE_SCHEDULES, startingCycle } from './plan.ts';
import { redeemedGiftCard } from './redeemed-gift-card.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';
import { shippingAddress } from './shipping-address.ts';

/** `paused` is shown as `active` before 2.11. `pending` is a preview. */
export const SUBSCRIPTION_STATES = ['pending', 'active', 'canceled', 'expired', 'future', 'paused'] as const;
export const COLLECTION_METHODS = ['automatic', 'manual'] as const;

/** The plan of a subscription: its code and name; the rest is at its href. */
export const subscribedPlan = resource('plan', { plan_code: code(50), name: text() });

/** A tier of an add-on of a subscription, in its currency. */
export const subscriptionTier = resource('tier', {
  ending_quantity: noted(
    `Inclusive. Nil or ${NO_END}: the last tier, which has no end.`,
    onCreate(orElse(NO_END, integer(1, NO_END))),
  ),
  unit_amount_in_cents: onCreate(required(integer(0, MAX_UNIT_CENTS))),
});

export const ADD_ON_SOURCES = ['plan_add_on', 'item'] as const satisfies readonly AddOnSource[];

/** An add-on of a subscription. */
export const subscriptionAddOn = resource(
  'subscription_add_on',
  {
    add_on_type: always(oneOf(['fixed', 'usage'])),
    add_on_code: always(onCreate(code(50))),
    add_on_source: noted(
      'An item needs a plan with allow_any_item_on_subscriptions and a unit amount; its code is that of the item. An add-on of the plan may have the same code.',
      since('2.27', always(onCreate(orElse('plan_add_on', oneOf(ADD_ON_SOURCES))))),
    ),
    name: since('2.25', text()),
    item: since('2.25', link()),
    external_sku: since('2.25', maybe(code(50))),
    item_state: since('2.25', omittedWhenAbsent(derived(maybe(oneOf(ITEM_STATES))))),
    unit_amount_in_cents: omittedWhenAbsent(onCreate(integer(0, MAX_UNIT_CENTS))),
    quantity: onCreate(integer(0, 999_999_999)),
    revenue_schedule_type: onCreate(oneOf(REVENUE_SCHEDULES)),
    usage_type: omittedWhenAbsent(maybe(oneOf(['price', 'percentage']))),
    usage_percentage: omittedWhenAbsent(onCreate(decimal(4, 0, 100))),
    tier_type: since('2.26', always(oneOf(TIER_TYPES))),
    tiers: noted(
      'Own prices of an add-on with tiers, in any order, in place of those of the plan.',
      since(
        '2.26',
        omittedWhenAbsent(
          onCreate(
            orElse(
              [],
              list(() => subscriptionTier, MOST_TIERS),
            ),
          ),
        ),
      ),
    ),
    percentage_tiers: noted(
      'Own percentages of an add-on with tiers, in any order, in place of those of the plan.',
      since('2.29', omittedWhenAbsent(onCreate(orElse([], percentageTiersOf())))),
    ),
    usage_timeframe: noted(
      'That of the plan, unless it is sent.',
      since('2.29', omittedWhenAbsent(onCreate(oneOf(USAGE_TIMEFRAMES)))),
    ),
    usage_calculation_type: noted(
      'That of the plan, unless it is sent.',
      since('2.29', omittedWhenAbsent(onCreate(oneOf(USAGE_CALCULATIONS)))),
    ),
    measured_unit: link(),
    usage: link(),
  },
  { ignored: ['address'] },
);

/** A price of a subscription from a paid cycle on. */
export const subscriptionRampInterval = resource('ramp_interval', {
  starting_billing_cycle: startingCycle,
  unit_amount_in_cents: required(editable(integer(0, MAX_UNIT_CENTS))),
  remaining_billing_cycles: noted('Nil: until the subscription ends.', maybe(integer())),
  starting_on: maybe(time()),
  ending_on: maybe(time()),
});

/** A change that takes effect at a later date. */
export const pendingSubscription = resource('pending_subscription', {
  /** Tells clients the type of the pending change. */
  type: asAttribute(oneOf(['subscription'])),
  plan: addressed(embedded(() => subscribedPlan)),
  unit_amount_in_cents: integer(),
  quantity: integer(),
  subscription_add_ons: list(() => subscriptionAddOn),
});

const LIVE = ['active', 'canceled', 'future', 'paused'];
interface InState {
  readonly state: string;
  /** The stored state, where the version shows another name. */
  readonly held_state?: string;
}
const inStates =
  (...states: readonly string[]) =>
  ({ state, held_state = state }: InState): boolean =>
    states.includes(held_state);

/** An account's subscription to a plan, billed every period. */
export const subscription = resource(
  'subscription',
  {
    account: { ...inputOnly(onCreate(required(embedded(() => account)))), output: { is: 'link' } },
    parent_account: since('2.19', link()),
    invoice: link(),
    redemptions: link(),
    plan: addressed(derived(embedded(() => subscribedPlan))),
    plan_code: inputOnly(editable(required(code(50)))),
    revenue_schedule_type: editable(oneOf(REVENUE_SCHEDULES)),
    uuid: code(32),
    state: oneOf(SUBSCRIPTION_STATES),
    unit_amount_in_cents: always(editable(integer(0, MAX_UNIT_CENTS))),
    cost_in_cents: omittedWhenAbsent(derived(maybe(integer()))),
    total_amount_in_cents: since('2.29', derived(integer())),
    currency: onCreate(required(currency())),
    ramp_intervals: noted(
      'To a plan with a ramp: prices of its own, in place of those of the plan.',
      since('2.29', omittedWhenAbsent(derived(editable(list(() => subscriptionRampInterval, MOST_RAMP_INTERVALS))))),
    ),
    quantity: editable(orElse(1, integer(1, 999_999_999))),
    activated_at: maybe(time()),
    canceled_at: maybe(time()),
    expires_at: maybe(time()),
    updated_at: time(),
    current_period_started_at: maybe(time()),
    current_period_ends_at: maybe(time()),
    trial_started_at: maybe(time()),
    trial_ends_at: onCreate(time()),
    total_billing_cycles: noted(
      'Left out: those of the plan. Nil, from 2.6 on: it renews until it is canceled.',
      onCreate(integer(1, MOST_CYCLES)),
    ),
    remaining_billing_cycles: noted(
      'When it is created: the cycles of its first term, if they are not those of every term.',
      onCreate(integer(1, MOST_CYCLES)),
    ),
    auto_renew: since('2.13', editable(orElse(true, flag()))),
    renewal_billing_cycles: since('2.13', editable(integer(1, MOST_CYCLES))),
    first_bill_date: since('2.13', onCreate(time())),
    next_bill_date: since('2.14', onCreate(time())),
    first_renewal_date: inputOnly(onCreate(time())),
    first_billing_date: inputOnly(aliasOf('first_bill_date', onCreate(time()))),
    current_term_started_at: since('2.13', maybe(time())),
    current_term_ends_at: since('2.13', maybe(time())),
    paused_at: since('2.11', maybe(time())),
    remaining_pause_cycles: since('2.11', maybe(integer())),
    terms_and_conditions: onCreate(text(10_000)),
    customer_notes: onCreate(text(10_000)),
    vat_reverse_charge_notes: omittedWhenAbsent(onCreate(text(10_000))),
    credit_customer_notes: since('2.10', inputOnly(onCreate(text(10_000)))),
    tax_in_cents: omittedWhenAbsent(derived(maybe(integer()))),
    tax_type: omittedWhenAbsent(maybe(text())),
    tax_region: omittedWhenAbsent(maybe(text())),
    tax_rate: omittedWhenAbsent(maybe(decimal(6))),
    tax_inclusive: since('2.29', onCreate(orElse(false, flag()))),
    po_number: editable(text(50)),
    net_terms: editable(orElse(0, integer(0, 999))),
    net_terms_type: since('2.29', editable(orElse('net', oneOf(NET_TERMS_TYPES)))),
    collection_method: editable(orElse('automatic', oneOf(COLLECTION_METHODS))),
    bank_account_authorized_at: omittedWhenAbsent(onCreate(time())),
    started_with_gift: since('2.4', flag()),
    converted_at: since('2.4', maybe(time())),
    no_billing_info_reason: since('2.6', maybe(oneOf(['plan_free_trial', 'gift_card']))),
    imported_trial: since('2.8', editable(orElse(false, flag()))),
    shipping_address: since('2.11', linkAccepting(onCreate(embedded(() => shippingAddress)))),
    shipping_address_id: inputOnly(since('2.11', editable(integer(1)))),
    shipping_method_code: noted('It needs a shipping address.', since('2.20', editable(code(50)))),
    shipping_amount_in_cents: noted(
      'The fee of each period: neither multiplied, prorated nor discounted. Needs a shipping method.',
      since('2.20', editable(integer(0, MAX_UNIT_CENTS))),
    ),
    gateway_code: omittedWhenAbsent(since('2.17', onCreate(code(50)))),
    billing_info_uuid: noted(
      'Not beside billing_info. Left out or nil: the primary of the account, whichever it is then.',
      since('2.29', editable(code(13))),
    ),
    custom_fields: since(
      '2.14',
      editable(
        orElse(
          [],
          list(() => customField),
        ),
      ),
    ),
    starts_at: inputOnly(onCreate(time())),
    coupon_code: inputOnly(editable(code(50))),
    coupon_codes: inputOnly(onCreate(words('coupon_code', 50, MOST_COUPON_CODES))),
    gift_card: since('2.4', inputOnly(onCreate(embedded(() => redeemedGiftCard)))),
    transaction_type: inputOnly(onCreate(confirmationFields.transaction_type)),
    billing_info: noted(
      'That of the account, if the account has none.',
      linkAccepting(onCreate(embedded(() => billingInfo))),
    ),
    bulk: noted('True skips the check for a second one within 60 seconds.', inputOnly(onCreate(flag()))),
    subscription_add_ons: {
      ...derived(editable(list(() => subscriptionAddOn))),
      presence: 'always' as const,
    },
    pending_subscription: omittedWhenAbsent(derived(maybe(embedded(() => pendingSubscription)))),
  },
  {
    ignored: ['action_result', 'address', 'resume_at', 'timeframe'],
    actions: {
      cancel: { method: 'put', when: inStates('future', 'active') },
      terminate: { method: 'put', when: inStates('active', 'canceled', 'paused') },
      postpone: { method: 'put', when: inStates('active') },
      notes: { method: 'put', when: inStates(...LIVE) },
      reactivate: { method: 'put', when: inStates('canceled') },
    },
  },
);

/** A created or changed subscription with the invoices that it was billed on. */
export const billedSubscription = resource(
  'subscription',
  {
    ...subscription.fields,
    invoice_collection: since('2.10', omittedWhenAbsent(derived(maybe(embedded(() => invoiceCollection))))),
  },
  { actions: subscription.actions },
);

/** A previewed subscription with its first invoices; before 2.10 with a single invoice. */
export const previewedSubscription = resource('subscription', {
  ...subscription.fields,
  invoice: until('2.9', omittedWhenAbsent(derived(maybe(embedded(() => invoice))))),
  invoice_collection: since('2.10', omittedWhenAbsent(derived(maybe(embedded(() => invoiceCollection))))),
});

export type Subscription = Infer<typeof subscription>;
export type SubscriptionInput = Writable<typeof subscription>;
export type SubscriptionAddOn = Infer<typeof subscriptionAddOn>;
