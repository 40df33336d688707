import type { Seconds } from '../../values/time.ts';
import { NOTHING_SAID } from './cancellation-note.ts';
import type { SubscriptionRecord } from './record.ts';
import { stateFailure } from './state-failure.ts';
import { type Transition, transitionTo } from './transition.ts';

/**
 * Reactivates a canceled subscription before it expires: its period is unchanged, it renews again, nothing is billed.
 * Throws `subscription_not_reactivatable`.
 */
export const reactivate = (subscription: SubscriptionRecord, at: Seconds): Transition<SubscriptionRecord> => {
  const { state, expires_at } = subscription;
  if (state !== 'canceled' || expires_at === null || at >= expires_at) {
    throw stateFailure('subscription_not_reactivatable', subscription);
  }
  return transitionTo(
    {
      ...subscription,
      ...NOTHING_SAID,
      state: 'active',
      canceled_at: null,
      expires_at: null,
      auto_renew: true,
      updated_at: at,
    },
    ['reactivated_account'],
  );
};
