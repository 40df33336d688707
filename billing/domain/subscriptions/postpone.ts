import { Invalid } from '../../values/failure.ts';
import { MAX_CHARGE_CENTS } from '../../values/money/cents.ts';
import { compare, fraction } from '../../values/money/fraction.ts';
import { mostIntervals } from '../../values/periods/interval.ts';
import type { Seconds } from '../../values/time.ts';
import { isTooFar } from './dates.ts';
import { exceedsInvoice, longestShare } from './largest-charge.ts';
import { inTrial, intervalOfSubscription } from './periods.ts';
import type { SubscriptionRecord } from './record.ts';
import { stateFailure } from './state-failure.ts';
import { termEnd } from './term.ts';
import { type Transition, transitionTo } from './transition.ts';

/**
 * Moves the next bill date, later or earlier. Later bill dates are computed from it, and the end of the trial and of
 * the term move with it. Nothing is billed or prorated. Throws `Invalid` unless the date is in the next hundred years,
 * the term ends by the year 9999 and an invoice can hold what a change in the longer period would charge;
 * `subscription_expired`; `subscription_not_postponable`.
 */
export const postpone = (
  subscription: SubscriptionRecord,
  at: Seconds,
  nextBillDate: Seconds,
): Transition<SubscriptionRecord> => {
  const { state, paused_at, trial_ends_at, first_bill_date } = subscription;
  if (state === 'expired') throw stateFailure('subscription_expired', subscription);
  if (state !== 'active') throw stateFailure('subscription_not_postponable', subscription);
  const field = 'subscription.next_bill_date';
  if (nextBillDate <= at) throw new Invalid([{ field, symbol: 'in_past' }]);
  if (isTooFar(nextBillDate, at)) throw new Invalid([{ field, symbol: 'invalid', reason: 'too_far_ahead' }]);
  const cycles = (subscription.remaining_billing_cycles ?? 0) + 1;
  if (cycles > mostIntervals(nextBillDate, intervalOfSubscription(subscription))) {
    throw new Invalid([{ field, symbol: 'invalid', reason: 'beyond_calendar' }]);
  }
  const trial = inTrial(subscription, at);
  const moved: SubscriptionRecord = {
    ...subscription,
    anchor_at: nextBillDate,
    current_period_ends_at: nextBillDate,
    next_bill_date: nextBillDate,
    trial_ends_at: trial ? nextBillDate : trial_ends_at,
    first_bill_date: trial ? nextBillDate : first_bill_date,
    paused_at: paused_at === null ? null : nextBillDate,
    postponed_at: at,
    updated_at: at,
  };
  const share = longestShare(moved, at);
  if (compare(share, fraction(1)) > 0 && exceedsInvoice(moved, share)) {
    throw new Invalid([{ field, symbol: 'invalid', count: MAX_CHARGE_CENTS }]);
  }
  return transitionTo({ ...moved, current_term_ends_at: termEnd(moved) }, ['updated_subscription']);
};
