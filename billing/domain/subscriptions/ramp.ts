import type { Seconds } from '../../values/time.ts';
import type { AgreedPlan, RampInterval, SubscriptionRecord } from './record.ts';

type Ramp = readonly RampInterval[];

/** Returns the interval of a paid cycle; of the first one before any is paid. Undefined: the price is fixed. */
export const intervalOfCycle = (ramp: Ramp, cycle: number): RampInterval | undefined =>
  ramp.findLast(({ starting_billing_cycle: start }) => start <= Math.max(cycle, 1));

export const isSameRamp = (one: Ramp, other: Ramp): boolean =>
  one.length === other.length &&
  one.every(
    ({ starting_billing_cycle, unit_amount_in_cents }, at) =>
      starting_billing_cycle === other[at]?.starting_billing_cycle &&
      unit_amount_in_cents === other[at].unit_amount_in_cents,
  );

/** Returns the agreement at the price of a paid cycle. */
const atCycle = <T extends AgreedPlan>(agreed: T, cycle: number): T => {
  const interval = intervalOfCycle(agreed.ramp_intervals, cycle);
  return interval ? { ...agreed, unit_amount_in_cents: interval.unit_amount_in_cents } : agreed;
};

/**
 * Returns the prices of an agreement that a subscription is changed to now. The cycles of its plan are counted on;
 * another plan begins at its first one.
 */
export const pricedIn = (
  subscription: SubscriptionRecord,
  plan_id: string,
  ramp_intervals: Ramp,
  fixed: number,
): Pick<AgreedPlan, 'unit_amount_in_cents' | 'ramp_intervals'> => ({
  unit_amount_in_cents:
    intervalOfCycle(ramp_intervals, plan_id === subscription.plan_id ? subscription.ramp_cycle : 1)
      ?.unit_amount_in_cents ?? fixed,
  ramp_intervals,
});

/** Whether a new ramp has another price for a cycle before the current interval. */
export const changesEarlier = (
  { ramp_intervals, ramp_cycle }: Pick<SubscriptionRecord, 'ramp_intervals' | 'ramp_cycle'>,
  after: Ramp,
): boolean => {
  const current = intervalOfCycle(ramp_intervals, ramp_cycle)?.starting_billing_cycle ?? 1;
  return [...ramp_intervals, ...after].some(
    ({ starting_billing_cycle: cycle }) =>
      cycle < current &&
      intervalOfCycle(ramp_intervals, cycle)?.unit_amount_in_cents !==
        intervalOfCycle(after, cycle)?.unit_amount_in_cents,
  );
};

/** Returns the subscription in a paid cycle of its ramp: at its price, which may begin at this moment. */
export const inRampCycle = (subscription: SubscriptionRecord, ramp_cycle: number, at: Seconds): SubscriptionRecord => {
  const { ramp_intervals, ramp_started } = subscription;
  if (ramp_intervals.length === 0) return subscription;
  const started = ramp_intervals
    .map(({ starting_billing_cycle }) => starting_billing_cycle)
    .filter((start) => start <= ramp_cycle)
    .map((start) => [start, ramp_started[start] ?? at]);
  return { ...atCycle(subscription, ramp_cycle), ramp_cycle, ramp_started: Object.fromEntries(started) };
};

/** Returns the agreement for the next period: the change that is due then, at the price of that cycle. */
export const agreedNext = (subscription: SubscriptionRecord): AgreedPlan =>
  pendingAgreement(subscription, 'bill_date') ?? atCycle(subscription, subscription.ramp_cycle + 1);

/**
 * Returns the end of the current period if the ramp has another price in the next one; null if nothing is known to
 * change, also because a pause or a pending change comes first.
 */
export const priceChangesAt = (subscription: SubscriptionRecord): Seconds | null => {
  const { state, paused_at, remaining_pause_cycles, pending, ramp_intervals, ramp_cycle } = subscription;
  const renews = state === 'active' ? paused_at === null : state === 'paused' && (remaining_pause_cycles ?? 0) <= 1;
  if (!renews || ramp_cycle === 0 || pending?.at === 'bill_date') return null;
  const [now, next] = [ramp_cycle, ramp_cycle + 1].map((cycle) => intervalOfCycle(ramp_intervals, cycle));
  return now?.unit_amount_in_cents === next?.unit_amount_in_cents ? null : subscription.current_period_ends_at;
};

/** Returns the pending change, if it is due at this time, at the price that it will have then. */
export const pendingAgreement = (
  subscription: SubscriptionRecord,
  ...times: readonly ('bill_date' | 'term_end')[]
): SubscriptionRecord['pending'] => {
  const { pending, plan_id, ramp_cycle, remaining_billing_cycles } = subscription;
  if (!pending || !times.includes(pending.at)) return null;
  const later = pending.at === 'term_end' ? (remaining_billing_cycles ?? 0) : 0;
  return atCycle(pending, pending.plan_id === plan_id ? ramp_cycle + later + 1 : 1);
};

/** Returns the agreement at the highest price that it can reach. */
export const atHighestPrice = (agreed: AgreedPlan): AgreedPlan => ({
  ...agreed,
  unit_amount_in_cents: Math.max(
    agreed.unit_amount_in_cents,
    ...agreed.ramp_intervals.map(({ unit_amount_in_cents }) => unit_amount_in_cents),
  ),
});
