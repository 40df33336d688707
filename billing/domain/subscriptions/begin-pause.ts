import type { Seconds } from '../../values/time.ts';
import { resumeAt } from './pause.ts';
import { currentPeriod, periodFrom } from './periods.ts';
import type { SubscriptionRecord } from './record.ts';
import { type Transition, transitionTo } from './transition.ts';
import { usageCharges } from './usage.ts';

/**
 * Begins a scheduled pause at the end of the current period: bills the usage until then, and nothing for the following
 * period.
 */
export const beginPause = (subscription: SubscriptionRecord, at: Seconds): Transition<SubscriptionRecord> => {
  const { state, paused_at } = subscription;
  if (state !== 'active' || paused_at === null) throw new RangeError(`No pause is scheduled (${state})`);
  const { endsAt: boundary } = currentPeriod(subscription);
  const { endsAt } = periodFrom(subscription, boundary);
  const paused: SubscriptionRecord = {
    ...subscription,
    state: 'paused',
    paused_at: boundary,
    current_period_started_at: boundary,
    current_period_ends_at: endsAt,
    updated_at: at,
  };
  return transitionTo({ ...paused, next_bill_date: resumeAt(paused) }, ['subscription_paused'], {
    charges: usageCharges(subscription, boundary),
  });
};
