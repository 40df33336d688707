import { fraction } from '../../values/money/fraction.ts';
import { firstPeriod } from '../../values/price/period.ts';
import type { Seconds } from '../../values/time.ts';
import { boundaryAfter, proration } from './periods.ts';
import { inRampCycle } from './ramp.ts';
import type { SubscriptionRecord } from './record.ts';
import { termEnd } from './term.ts';
import { type PeriodCharge, type Transition, transitionTo } from './transition.ts';

/**
 * Starts a future subscription at its `starts_at`: its trial, or its first period with the setup fee. A first period
 * that ends at a requested first bill date is prorated over a regular interval.
 */
export const activate = (subscription: SubscriptionRecord, at: Seconds): Transition<SubscriptionRecord> => {
  const { state, starts_at, trial_ends_at, anchor_at, remaining_billing_cycles: cycles } = subscription;
  if (state !== 'future' || starts_at === null) throw new RangeError(`A subscription in state ${state} does not start`);
  const trial = trial_ends_at !== null;
  const endsAt = anchor_at > starts_at ? anchor_at : boundaryAfter(subscription, starts_at);
  const period = { startedAt: starts_at, endsAt };
  const started: SubscriptionRecord = {
    ...subscription,
    state: 'active',
    starts_at: null,
    activated_at: starts_at,
    updated_at: at,
    current_period_started_at: starts_at,
    current_period_ends_at: endsAt,
    next_bill_date: endsAt,
    remaining_billing_cycles: cycles === null ? null : Math.max(0, cycles - (trial ? 0 : 1)),
    current_term_started_at: starts_at,
  };
  const charge: PeriodCharge = {
    kind: 'period',
    period,
    proration: trial ? fraction(1) : proration(started, period, starts_at),
    ...firstPeriod(trial),
  };
  const priced = inRampCycle({ ...started, current_term_ends_at: termEnd(started) }, trial ? 0 : 1, starts_at);
  return transitionTo(priced, ['renewed_subscription'], {
    charges: [charge],
  });
};
