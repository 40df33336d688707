import { type ConfirmationInput, confirmation } from './confirmation.ts';
import {
  code,
  editable,
  embedded,
  flag,
  inputOnly,
  integer,
  list,
  noted,
  onCreate,
  oneOf,
  since,
  text,
} from './field.ts';
import { MOST_CYCLES } from './plan.ts';
import { resource, type Writable } from './resource.ts';
import { COLLECTION_METHODS, subscription, subscriptionAddOn } from './subscription.ts';

/** When a change takes effect. `renewal` is the older name of `bill_date` or, in a term of one cycle, of `term_end`. */
export const TIMEFRAMES = ['now', 'renewal', 'bill_date', 'term_end'] as const;

const { fields } = subscription;

/** Client libraries repeat what an add-on is when they send its price or quantity. */
const changedAddOn = resource('subscription_add_on', {
  ...subscriptionAddOn.fields,
  add_on_type: onCreate(oneOf(['fixed', 'usage'])),
  usage_type: onCreate(oneOf(['price', 'percentage'])),
});

/** The fields of a subscription that change with its notes, which bill nothing and announce nothing. */
const notes = {
  terms_and_conditions: editable(text(10_000)),
  customer_notes: editable(text(10_000)),
  vat_reverse_charge_notes: editable(text(10_000)),
  custom_fields: fields.custom_fields,
};

/** A change of a subscription. What it does not name stays; only plan, price, quantity and add-ons wait. */
export const changedSubscription = resource('subscription', {
  timeframe: inputOnly(editable(oneOf(TIMEFRAMES))),
  plan_code: fields.plan_code,
  unit_amount_in_cents: inputOnly(editable(fields.unit_amount_in_cents)),
  quantity: inputOnly(editable(integer(1, 999_999_999))),
  subscription_add_ons: noted(
    'Add-ons that it does not name are removed.',
    inputOnly(editable(list(() => changedAddOn))),
  ),
  coupon_code: noted('With an immediate change of plan, price, quantity or add-ons.', fields.coupon_code),
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
  po_number: fields.po_number,
  ...notes,
  credit_customer_notes: since('2.10', inputOnly(editable(text(10_000)))),
  imported_trial: since('2.8', inputOnly(editable(flag()))),
  billing_info: since('2.21', inputOnly(editable(embedded((): typeof confirmation => confirmation)))),
  shipping_address: editable(fields.shipping_address),
  shipping_address_id: fields.shipping_address_id,
});

/** The notes of a subscription, and what else changes with them. */
export const subscriptionNotes = resource('subscription', {
  ...notes,
  gateway_code: since('2.17', editable(code(50))),
});

export type ChangedSubscriptionInput = Omit<Writable<typeof changedSubscription>, 'billing_info'> & {
  readonly billing_info?: ConfirmationInput | null;
};
export type SubscriptionNotesInput = Writable<typeof subscriptionNotes>;
