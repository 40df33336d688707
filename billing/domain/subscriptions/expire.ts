import type { Seconds } from '../../values/time.ts';
import type { SubscriptionRecord } from './record.ts';
import { stateFailure } from './state-failure.ts';
import { type Transition, transitionTo } from './transition.ts';
import { usageCharges } from './usage.ts';

/**
 * Expires a subscription at `expiresAt`: a cancellation that takes effect, a term that does not renew, a trial that
 * cannot be paid, the end of dunning, a closed account. Bills unbilled usage. Throws `subscription_expired`.
 */
export const expire = (
  subscription: SubscriptionRecord,
  at: Seconds,
  expiresAt: Seconds = at,
): Transition<SubscriptionRecord> => {
  if (subscription.state === 'expired') throw stateFailure('subscription_expired', subscription);
  if (subscription.state === 'future') throw new RangeError('A future subscription is removed; it does not expire');
  return transitionTo(expiredSubscription(subscription, at, expiresAt), ['expired_subscription'], {
    charges: usageCharges(subscription, expiresAt),
  });
};

/** Returns the record of an expired subscription, with nothing pending, paused or due. */
export const expiredSubscription = (
  subscription: SubscriptionRecord,
  at: Seconds,
  expiresAt: Seconds,
): SubscriptionRecord => ({
  ...subscription,
  state: 'expired',
  expires_at: expiresAt,
  updated_at: at,
  next_bill_date: null,
  pending: null,
  paused_at: null,
  remaining_pause_cycles: null,
});
