import type { Seconds } from '../../values/time.ts';
import { currentPeriod, periodFrom } from './periods.ts';
import type { SubscriptionRecord } from './record.ts';
import { stateFailure } from './state-failure.ts';
import { type Transition, transitionTo } from './transition.ts';

/**
 * Skips a period of a pause: it is not billed, and the pause has one cycle less left. Throws `subscription_not_paused`.
 */
export const skipPeriod = (subscription: SubscriptionRecord, at: Seconds): Transition<SubscriptionRecord> => {
  const { state, remaining_pause_cycles } = subscription;
  if (state !== 'paused') throw stateFailure('subscription_not_paused', subscription);
  const { startedAt, endsAt } = periodFrom(subscription, currentPeriod(subscription).endsAt);
  return transitionTo(
    {
      ...subscription,
      remaining_pause_cycles: (remaining_pause_cycles ?? 1) - 1,
      current_period_started_at: startedAt,
      current_period_ends_at: endsAt,
      updated_at: at,
    },
    ['paused_subscription_renewal'],
  );
};
