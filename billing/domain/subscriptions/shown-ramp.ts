import type { Seconds } from '../../values/time.ts';
import { activate } from './activate.ts';
import { resumeAt } from './pause.ts';
import { boundaryAfter } from './periods.ts';
import type { RampInterval, SubscriptionRecord } from './record.ts';

/** A price of a ramp with the dates between which it applies, as far as nothing moves them. */
interface ShownRampInterval extends RampInterval {
  /** Paid cycles at this price, the running one included; null: until the subscription ends. */
  readonly remaining_billing_cycles: number | null;
  /** Null: it ends before. */
  readonly starting_on: Seconds | null;
  readonly ending_on: Seconds | null;
}

/** Returns the ramp of a subscription with its dates; empty if the price is fixed. */
export const shownRamp = (subscription: SubscriptionRecord): readonly ShownRampInterval[] => {
  const { ramp_intervals: ramp, state, ramp_cycle, starts_at } = subscription;
  if (ramp.length === 0) return [];
  const begun =
    state === 'future' && starts_at !== null ? activate(subscription, starts_at).subscription : subscription;
  const starts = ramp.map(({ starting_billing_cycle: cycle }) => startOf(begun, cycle));
  const running = state === 'paused' ? ramp_cycle + 1 : ramp_cycle;
  return ramp.map((interval, place) => {
    const next = ramp[place + 1]?.starting_billing_cycle;
    return {
      ...interval,
      remaining_billing_cycles:
        next === undefined ? null : Math.max(0, next - Math.max(running, interval.starting_billing_cycle)),
      starting_on: starts[place] ?? null,
      ending_on: starts[place + 1] ?? null,
    };
  });
};

/** Returns when a paid cycle that begins an interval began, or will begin; null if the subscription ends before. */
const startOf = (subscription: SubscriptionRecord, cycle: number): Seconds | null => {
  const { ramp_started, ramp_cycle, current_period_ends_at, expires_at } = subscription;
  const started = ramp_started[cycle];
  const next = resumeAt(subscription) ?? current_period_ends_at;
  if (started !== undefined || next === null) return started ?? null;
  const starts = boundaryAfter(subscription, next, cycle - ramp_cycle - 1);
  return expires_at !== null && starts >= expires_at ? null : starts;
};
