import type { Seconds } from '../../values/time.ts';
import { agreementOf, modifies } from './agreement.ts';
import { change } from './change.ts';
import type { AgreedPlan, SubscriptionRecord } from './record.ts';
import { stateFailure } from './state-failure.ts';
import { type Transition, transitionTo } from './transition.ts';

/** `renewal` is the older name of `bill_date` in a term of several cycles, and of `term_end` in a term of one. */
export type ChangeTimeframe = 'bill_date' | 'term_end' | 'renewal';

/**
 * Stores a change for a later boundary in place of the pending one, and turns auto-renewal on so that it takes effect.
 * A change back to the current agreement only clears the pending one. A future subscription is changed at once. Throws
 * `subscription_expired`.
 */
export const scheduleChange = (
  subscription: SubscriptionRecord,
  at: Seconds,
  to: AgreedPlan,
  timeframe: ChangeTimeframe,
): Transition<SubscriptionRecord> => {
  const { state, total_billing_cycles } = subscription;
  if (state === 'expired') throw stateFailure('subscription_expired', subscription);
  if (state === 'future' || !modifies(subscription, to)) return change(subscription, at, to);
  const legacy = (total_billing_cycles ?? 1) > 1 ? 'bill_date' : 'term_end';
  return transitionTo(
    {
      ...subscription,
      pending: { ...agreementOf(to), at: timeframe === 'renewal' ? legacy : timeframe },
      auto_renew: true,
      updated_at: at,
    },
    ['scheduled_subscription_update'],
  );
};
