import type { Seconds } from '../../values/time.ts';
import { NOTHING_SAID, type SaidOnCancel } from './cancellation-note.ts';
import { currentPeriod, inTrial } from './periods.ts';
import type { SubscriptionRecord } from './record.ts';
import { stateFailure } from './state-failure.ts';
import { type Transition, transitionTo } from './transition.ts';

/**
 * Cancels a subscription: it expires at the end of its period, or with `term_end` renews until its term ends and
 * expires then. A trial ends without a charge. A scheduled pause is canceled; a pending change stays, for a
 * reactivation. A future subscription is removed. Throws `subscription_not_cancelable`.
 */
export const cancel = (
  subscription: SubscriptionRecord,
  at: Seconds,
  timeframe: 'bill_date' | 'term_end' = 'bill_date',
  said: SaidOnCancel = NOTHING_SAID,
): Transition => {
  const { state, current_term_ends_at, paused_at } = subscription;
  const canceled = { ...subscription, ...said, state: 'canceled', canceled_at: at, updated_at: at } as const;
  if (state === 'future')
    return { ...transitionTo({ ...canceled, expires_at: at }, ['canceled_subscription']), subscription: null };
  if (state !== 'active') throw stateFailure('subscription_not_cancelable', subscription);
  const { endsAt } = currentPeriod(subscription);
  const termEnds = timeframe === 'term_end' && !inTrial(subscription, at) ? current_term_ends_at : null;
  return transitionTo({ ...canceled, expires_at: termEnds ?? endsAt, paused_at: null, remaining_pause_cycles: null }, [
    ...(paused_at === null ? [] : (['subscription_pause_canceled'] as const)),
    'canceled_subscription',
  ]);
};
