import type { AddOnSource } from '../../values/price/subscription-lines.ts';
import { isSameRamp } from './ramp.ts';
import type { AgreedPlan, SubscriptionAddOnRecord, SubscriptionRecord } from './record.ts';
import { hasOtherFee } from './shipping-fee.ts';

/** Whether a change modifies the plan, its price, its quantity, the add-ons or the shipping fee. */
export const modifies = (subscription: AgreedPlan, to: AgreedPlan): boolean =>
  subscription.plan_id !== to.plan_id ||
  subscription.unit_amount_in_cents !== to.unit_amount_in_cents ||
  subscription.quantity !== to.quantity ||
  hasOtherInterval(subscription, to) ||
  hasOtherFee(subscription, to) ||
  !isSameRamp(subscription.ramp_intervals, to.ramp_intervals) ||
  subscription.add_ons.length !== to.add_ons.length ||
  to.add_ons.some((addOn) => {
    const before = addOnOf(subscription, addOn);
    return !before || before.quantity !== addOn.quantity || isRepriced(before, addOn);
  });

/** The code and the source of an add-on, which name it within its subscription; without a source, it is the plan's. */
export interface AddOnKey {
  readonly add_on_code: string | null;
  readonly add_on_source?: AddOnSource | null | undefined;
}

/** Whether an add-on, or a line of one, is an item of the catalogue and no add-on of the plan. */
export const isItem = ({ add_on_source }: { readonly add_on_source?: AddOnSource | null | undefined }): boolean =>
  add_on_source === 'item';

export const isSameAddOn = (one: AddOnKey, other: AddOnKey): boolean =>
  one.add_on_code === other.add_on_code && isItem(one) === isItem(other);

export const addOnOf = ({ add_ons }: Pick<AgreedPlan, 'add_ons'>, key: AddOnKey): SubscriptionAddOnRecord | undefined =>
  add_ons.find((addOn) => isSameAddOn(addOn, key));

/** Whether an add-on has another price, whatever its quantity. */
export const isRepriced = (before: SubscriptionAddOnRecord, after: SubscriptionAddOnRecord): boolean =>
  before.unit_amount_in_cents !== after.unit_amount_in_cents ||
  before.usage_percentage !== after.usage_percentage ||
  before.tier_type !== after.tier_type ||
  (before.usage_timeframe ?? null) !== (after.usage_timeframe ?? null) ||
  (before.usage_calculation_type ?? null) !== (after.usage_calculation_type ?? null) ||
  hasOtherPercentages(before.percentage_tiers ?? [], after.percentage_tiers ?? []) ||
  before.tiers.length !== after.tiers.length ||
  after.tiers.some(({ ending, unit }, at) => before.tiers[at]?.ending !== ending || before.tiers[at]?.unit !== unit);

type Percentages = NonNullable<SubscriptionAddOnRecord['percentage_tiers']>;

const hasOtherPercentages = (before: Percentages, after: Percentages): boolean =>
  before.length !== after.length ||
  after.some(({ ending, percentage }, at) => before[at]?.ending !== ending || before[at]?.percentage !== percentage);

export const hasOtherInterval = (before: AgreedPlan, after: AgreedPlan): boolean =>
  before.interval_unit !== after.interval_unit || before.interval_length !== after.interval_length;

/** Whether a change has another interval or, with another plan, another cycle count: it starts a new term. */
export const restartsTerm = (before: AgreedPlan, after: AgreedPlan): boolean =>
  hasOtherInterval(before, after) || cyclesAfter(before, after) !== before.total_billing_cycles;

/** Returns the cycle count after a change: that of the new plan, or the subscription's own if the plan stays. */
const cyclesAfter = (before: AgreedPlan, after: AgreedPlan): number | null =>
  before.plan_id === after.plan_id ? before.total_billing_cycles : after.total_billing_cycles;

/** Returns only the agreement of a record that has more fields. */
export const agreementOf = (plan: AgreedPlan): AgreedPlan => ({
  plan_id: plan.plan_id,
  plan_code: plan.plan_code,
  plan_name: plan.plan_name,
  interval_unit: plan.interval_unit,
  interval_length: plan.interval_length,
  setup_fee_in_cents: plan.setup_fee_in_cents,
  tax_exempt: plan.tax_exempt,
  tax_code: plan.tax_code,
  revenue_schedule_type: plan.revenue_schedule_type,
  total_billing_cycles: plan.total_billing_cycles,
  unit_amount_in_cents: plan.unit_amount_in_cents,
  quantity: plan.quantity,
  add_ons: plan.add_ons,
  shipping_method_code: plan.shipping_method_code ?? null,
  shipping_amount_in_cents: plan.shipping_amount_in_cents ?? null,
  ramp_intervals: plan.ramp_intervals,
});

/**
 * Returns the subscription with a new agreement and without a pending change. A renewal count that equalled the cycle
 * count follows it, and the ramp of another plan has not begun.
 */
export const agreeOn = (subscription: SubscriptionRecord, to: AgreedPlan): SubscriptionRecord => {
  const { total_billing_cycles, renewal_billing_cycles } = subscription;
  const cycles = cyclesAfter(subscription, to);
  return {
    ...subscription,
    ...agreementOf(to),
    ...(subscription.plan_id === to.plan_id ? {} : { ramp_cycle: 0, ramp_started: {} }),
    total_billing_cycles: cycles,
    renewal_billing_cycles: renewal_billing_cycles === total_billing_cycles ? cycles : renewal_billing_cycles,
    pending: null,
  };
};
