import type { Seconds } from '../../values/time.ts';
import { agreementOf } from './agreement.ts';
import { expire } from './expire.ts';
import { currentPeriod } from './periods.ts';
import type { AgreedPlan, SubscriptionRecord } from './record.ts';
import { startPeriod } from './start-period.ts';
import { stateFailure } from './state-failure.ts';
import { endsTerm, termEnd } from './term.ts';
import { type Transition, transitionTo } from './transition.ts';

/**
 * Resumes a paused subscription and bills a period that starts now, from which later ones are computed, or at the
 * boundary if the pause has ended. The term moves by the paused time; if it had ended when the pause began, a new one
 * starts or the subscription expires. Throws `subscription_not_paused`.
 */
export const resume = (subscription: SubscriptionRecord, at: Seconds): Transition<SubscriptionRecord> => {
  if (subscription.state !== 'paused') throw stateFailure('subscription_not_paused', subscription);
  const boundary = boundaryOf(subscription, at);
  const unpaused = unpausedAt(subscription, boundary);
  if (!endsTerm(unpaused, boundary) || unpaused.auto_renew) return billed(unpaused, at);
  return { ...expire(unpaused, at, boundary), charges: [] };
};

/** Resumes a paused subscription with an immediate change, which starts a new term where the old one is over. */
export const resumeOn = (
  subscription: SubscriptionRecord,
  at: Seconds,
  to: AgreedPlan,
): Transition<SubscriptionRecord> =>
  billed(
    { ...unpausedAt(subscription, boundaryOf(subscription, at)), pending: { ...agreementOf(to), at: 'bill_date' } },
    at,
  );

const boundaryOf = (subscription: SubscriptionRecord, at: Seconds): Seconds =>
  Math.min(at, currentPeriod(subscription).endsAt);

const unpausedAt = (subscription: SubscriptionRecord, boundary: Seconds): SubscriptionRecord => {
  const early = boundary < currentPeriod(subscription).endsAt;
  const unpaused: SubscriptionRecord = {
    ...subscription,
    state: 'active',
    anchor_at: early ? boundary : subscription.anchor_at,
    current_period_ends_at: boundary,
    paused_at: null,
    remaining_pause_cycles: null,
  };
  return { ...unpaused, current_term_ends_at: termEnd(unpaused) };
};

const billed = (unpaused: SubscriptionRecord, at: Seconds): Transition<SubscriptionRecord> => {
  const { subscription, charge, changed } = startPeriod(unpaused, at);
  const events = [...(changed ? (['updated_subscription'] as const) : []), 'subscription_resumed'] as const;
  return transitionTo(subscription, events, { charges: [charge] });
};
