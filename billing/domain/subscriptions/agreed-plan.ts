import type { PlanRecord } from '../plans/record.ts';
import type { AgreedPlan } from './record.ts';

/** The settings in a request that override those of the plan. */
type Sold = Pick<
  AgreedPlan,
  | 'unit_amount_in_cents'
  | 'quantity'
  | 'add_ons'
  | 'ramp_intervals'
  | 'shipping_method_code'
  | 'shipping_amount_in_cents'
> & {
  readonly currency: string;
  /** Null: the value of the plan. */
  readonly revenue_schedule_type: AgreedPlan['revenue_schedule_type'];
};

/** Returns the agreement of a subscription that is sold a plan, or changed to it, from the plan's current settings. */
export const agreedPlan = (plan: PlanRecord, sold: Sold): AgreedPlan => ({
  plan_id: plan.id,
  plan_code: plan.plan_code,
  plan_name: plan.name,
  interval_unit: plan.plan_interval_unit,
  interval_length: plan.plan_interval_length,
  setup_fee_in_cents: plan.setup_fee_in_cents[sold.currency] ?? 0,
  tax_exempt: plan.tax_exempt,
  tax_code: plan.tax_code,
  revenue_schedule_type: sold.revenue_schedule_type ?? plan.revenue_schedule_type,
  total_billing_cycles: plan.total_billing_cycles,
  unit_amount_in_cents: sold.unit_amount_in_cents,
  quantity: sold.quantity,
  add_ons: sold.add_ons,
  shipping_method_code: sold.shipping_method_code,
  shipping_amount_in_cents: sold.shipping_amount_in_cents,
  ramp_intervals: sold.ramp_intervals,
});
