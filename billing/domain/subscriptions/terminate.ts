import type { Seconds } from '../../values/time.ts';
import type { SaidOnCancel } from './cancellation-note.ts';
import { expiredSubscription } from './expire.ts';
import { currentPeriod, proration } from './periods.ts';
import type { SubscriptionRecord } from './record.ts';
import { stateFailure } from './state-failure.ts';
import { type TerminationCredit, type Transition, transitionTo } from './transition.ts';
import { usageCharges } from './usage.ts';

export interface Termination {
  /** `full`: the last invoice of the term; `partial`: the share of it that is unused. */
  readonly refund: 'none' | 'partial' | 'full';
  /** Whether unbilled usage is billed; otherwise it is voided. */
  readonly charge: boolean;
  /** Refuses a subscription that is no longer paused, because its customer has paid for a period meanwhile. */
  readonly onlyPaused?: boolean;
  /** The answers of the customer who ends it. */
  readonly said?: SaidOnCancel;
}

/**
 * Terminates a subscription at once. Throws `subscription_expired`, `subscription_not_terminable`, and
 * `subscription_not_paused` where only a paused one may end.
 */
export const terminate = (
  subscription: SubscriptionRecord,
  at: Seconds,
  { refund, charge, onlyPaused = false, said }: Termination,
): Transition<SubscriptionRecord> => {
  const { state } = subscription;
  if (state === 'expired') throw stateFailure('subscription_expired', subscription);
  if (state === 'future') throw stateFailure('subscription_not_terminable', subscription);
  if (onlyPaused && state !== 'paused') throw stateFailure('subscription_not_paused', subscription);
  const terminated = { ...expiredSubscription(subscription, at, at), ...said, canceled_at: at };
  return transitionTo(terminated, ['expired_subscription'], {
    [charge ? 'charges' : 'voidedUsage']: usageCharges(subscription, at),
    credits: refund === 'none' ? [] : creditsOf(subscription, at, refund),
    said,
  });
};

/**
 * Returns the credits of a termination. The current period of a paused subscription was not billed, so nothing of it is
 * unused.
 */
const creditsOf = (
  subscription: SubscriptionRecord,
  at: Seconds,
  refund: 'partial' | 'full',
): readonly TerminationCredit[] => {
  if (refund === 'full') return [{ kind: 'last_invoice', proration: null }];
  if (subscription.state === 'paused') return [];
  const unused = proration(subscription, currentPeriod(subscription), at);
  return unused.numerator > 0n ? [{ kind: 'last_invoice', proration: unused }] : [];
};
