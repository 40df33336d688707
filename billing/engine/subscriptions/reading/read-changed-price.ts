import { startIssues } from '../../../domain/plans/ramp.ts';
import type { PlanRecord } from '../../../domain/plans/record.ts';
import { changesEarlier, isSameRamp, pricedIn } from '../../../domain/subscriptions/ramp.ts';
import type { AgreedPlan, SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { ChangedSubscriptionInput } from '../../../resources/changed-subscription.ts';
import type { Issue } from '../../../values/failure.ts';
import { fixedPrice, ownRamp, priceOfRamp, readPrice, type SentPrice } from '../../orders/reading/read-ramp.ts';

const PATH = 'subscription';

interface ChangedPrice {
  readonly price: Pick<AgreedPlan, 'unit_amount_in_cents' | 'ramp_intervals'>;
  readonly issues: readonly Issue[];
}

/**
 * Returns the price of a subscription after a change to a plan; undefined: it keeps its plan. Client libraries repeat a
 * ramp with every change, so the same one again is no change.
 */
export const readChangedPrice = (
  subscription: SubscriptionRecord,
  sent: ChangedSubscriptionInput,
  plan: PlanRecord | undefined,
): ChangedPrice => {
  const { currency, unit_amount_in_cents: held } = subscription;
  const repeats = isSameRamp(ownRamp(sent.ramp_intervals), subscription.ramp_intervals);
  const asked = { ...sent, ramp_intervals: repeats ? null : sent.ramp_intervals };
  if (!plan) return priceOfSamePlan(subscription, asked);
  const { unit, ramp_intervals, issues } = readPrice(plan, currency, asked, PATH);
  return {
    price: { unit_amount_in_cents: unit ?? sent.unit_amount_in_cents ?? held, ramp_intervals },
    issues: [
      ...(unit === undefined ? [{ field: `${PATH}.currency`, symbol: 'invalid_currency' } satisfies Issue] : []),
      ...issues,
    ],
  };
};

const priceOfSamePlan = (
  subscription: SubscriptionRecord,
  { timeframe, unit_amount_in_cents: sent, ramp_intervals }: SentPrice & Pick<ChangedSubscriptionInput, 'timeframe'>,
): ChangedPrice => {
  const own = ownRamp(ramp_intervals);
  const { plan_id, unit_amount_in_cents: held } = subscription;
  if (subscription.ramp_intervals.length === 0) {
    return {
      price: { unit_amount_in_cents: sent ?? held, ramp_intervals: [] },
      issues: own.length > 0 ? [fixedPrice(PATH)] : [],
    };
  }
  const ramp = own.length > 0 ? own : subscription.ramp_intervals;
  const field = `${PATH}.ramp_intervals`;
  return {
    price: pricedIn(subscription, plan_id, ramp, held),
    issues: [
      ...(sent != null && (own.length > 0 || sent !== held) ? [priceOfRamp(PATH)] : []),
      ...startIssues(field, own),
      ...(own.length > 0 && (timeframe ?? 'now') !== 'now'
        ? [{ field, symbol: 'invalid', reason: 'not_immediate' } satisfies Issue]
        : []),
      ...(changesEarlier(subscription, ramp)
        ? [{ field, symbol: 'invalid', reason: 'earlier_interval' } satisfies Issue]
        : []),
    ],
  };
};
