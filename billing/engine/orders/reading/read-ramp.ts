import { startIssues } from '../../../domain/plans/ramp.ts';
import type { PlanRecord } from '../../../domain/plans/record.ts';
import type { RampInterval } from '../../../domain/subscriptions/record.ts';
import type { SubscriptionInput } from '../../../resources/subscription.ts';
import type { Issue } from '../../../values/failure.ts';

type SentRamp = SubscriptionInput['ramp_intervals'];

interface ReadPrice {
  /** Undefined: the plan is not sold in the currency. */
  readonly unit: number | undefined;
  readonly ramp_intervals: readonly RampInterval[];
  readonly issues: readonly Issue[];
}

/** The price that a request names for a subscription. */
export interface SentPrice {
  readonly unit_amount_in_cents?: number | null | undefined;
  readonly ramp_intervals?: SentRamp | undefined;
}

/**
 * Returns the price at which a plan is sold to a subscription that begins with it: of a ramp that of its first
 * interval, which is the request's or the plan's.
 */
export const readPrice = (
  plan: Pick<PlanRecord, 'pricing_model' | 'unit_amount_in_cents' | 'ramp_intervals'>,
  currency: string,
  { unit_amount_in_cents: sent, ramp_intervals }: SentPrice,
  path: string,
): ReadPrice => {
  const listed = plan.unit_amount_in_cents[currency];
  const own = ownRamp(ramp_intervals);
  if (plan.pricing_model === 'fixed') {
    const issues = own.length > 0 ? [fixedPrice(path)] : [];
    return { unit: listed === undefined ? undefined : (sent ?? listed), ramp_intervals: [], issues };
  }
  const ramp = own.length > 0 ? own : rampOfPlan(plan, currency);
  const unit = ramp[0]?.unit_amount_in_cents ?? listed;
  const beside = sent != null && (own.length > 0 || sent !== unit);
  return {
    unit: listed === undefined ? undefined : unit,
    ramp_intervals: ramp,
    issues: [...(beside ? [priceOfRamp(path)] : []), ...startIssues(`${path}.ramp_intervals`, own)],
  };
};

/** Returns the intervals in a request; an empty list is none. */
export const ownRamp = (sent: SentRamp | undefined): readonly RampInterval[] =>
  (sent ?? []).map(({ starting_billing_cycle, unit_amount_in_cents }) => ({
    starting_billing_cycle: starting_billing_cycle ?? 1,
    unit_amount_in_cents: unit_amount_in_cents ?? 0,
  }));

const rampOfPlan = ({ ramp_intervals }: Pick<PlanRecord, 'ramp_intervals'>, currency: string): RampInterval[] =>
  ramp_intervals.map(({ starting_billing_cycle, unit_amount_in_cents }) => ({
    starting_billing_cycle,
    unit_amount_in_cents: unit_amount_in_cents[currency] ?? 0,
  }));

export const priceOfRamp = (path: string): Issue => ({
  field: `${path}.unit_amount_in_cents`,
  symbol: 'invalid',
  reason: 'price_of_a_ramp',
});

export const fixedPrice = (path: string): Issue => ({
  field: `${path}.ramp_intervals`,
  symbol: 'invalid',
  reason: 'fixed_price',
});
