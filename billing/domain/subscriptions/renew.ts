import type { Seconds } from '../../values/time.ts';
import { expire } from './expire.ts';
import { currentPeriod } from './periods.ts';
import type { SubscriptionRecord } from './record.ts';
import { startPeriod } from './start-period.ts';
import { stateFailure } from './state-failure.ts';
import { endsTerm } from './term.ts';
import { type Transition, transitionTo } from './transition.ts';
import { usageCharges } from './usage.ts';

/**
 * Renews a subscription as of the end of its current period, even if run later: bills the next period, and the usage of
 * the period that ends at the prices agreed for it. Expires the subscription instead if its term ends without renewal.
 * Throws `subscription_expired`.
 */
export const renew = (subscription: SubscriptionRecord, at: Seconds): Transition<SubscriptionRecord> => {
  const { state, auto_renew } = subscription;
  if (state === 'expired') throw stateFailure('subscription_expired', subscription);
  if (state === 'future' || state === 'paused') throw new RangeError(`A ${state} subscription does not renew`);
  const { endsAt } = currentPeriod(subscription);
  if (endsTerm(subscription, endsAt) && !auto_renew) return expire(subscription, at, endsAt);
  const started = startPeriod(subscription, at);
  return transitionTo(
    started.subscription,
    [...(started.changed ? (['updated_subscription'] as const) : []), 'renewed_subscription'],
    { charges: [started.charge, ...usageCharges(subscription, endsAt)] },
  );
};
