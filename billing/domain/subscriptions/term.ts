import type { Seconds } from '../../values/time.ts';
import { boundaryAfter, currentPeriod, isTrialPeriod } from './periods.ts';
import type { SubscriptionRecord } from './record.ts';

/** The term of a subscription. */
type Term = Pick<
  SubscriptionRecord,
  'total_billing_cycles' | 'remaining_billing_cycles' | 'current_term_started_at' | 'current_term_ends_at'
>;

/**
 * Returns a term of this many cycles, the first of which is billed at its start. Null: terms of one cycle follow one
 * another until the subscription is canceled.
 */
export const termFrom = (
  subscription: Parameters<typeof boundaryAfter>[0],
  startedAt: Seconds,
  cycles: number | null,
): Term => ({
  total_billing_cycles: cycles,
  remaining_billing_cycles: cycles === null ? null : cycles - 1,
  current_term_started_at: startedAt,
  current_term_ends_at: boundaryAfter(subscription, startedAt, cycles ?? 1),
});

/**
 * Returns when the current term ends: the end of the current period, and the cycles that are still to be billed after
 * it.
 */
export const termEnd = (subscription: SubscriptionRecord): Seconds => {
  const untilCanceled = isTrialPeriod(subscription) ? 1 : 0;
  const remaining = subscription.remaining_billing_cycles ?? untilCanceled;
  return boundaryAfter(subscription, currentPeriod(subscription).endsAt, remaining);
};

/** Whether a boundary ends the term. */
export const endsTerm = ({ current_term_ends_at }: SubscriptionRecord, boundary: Seconds): boolean =>
  current_term_ends_at !== null && boundary >= current_term_ends_at;
