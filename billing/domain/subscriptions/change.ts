import { fraction } from '../../values/money/fraction.ts';
import { RENEWAL } from '../../values/price/period.ts';
import type { Seconds } from '../../values/time.ts';
import { agreeOn, modifies, restartsTerm } from './agreement.ts';
import { creditsOfEverything, differences, usageThatEnds } from './change-lines.ts';
import { currentPeriod, inTrial, periodFrom } from './periods.ts';
import { inRampCycle } from './ramp.ts';
import type { AgreedPlan, SubscriptionRecord } from './record.ts';
import { resumeOn } from './resume.ts';
import { creditOfFee, feeOfChange } from './shipping-fee.ts';
import { stateFailure } from './state-failure.ts';
import { termEnd, termFrom } from './term.ts';
import { type Transition, transitionTo } from './transition.ts';
import { usageCharges } from './usage.ts';

/**
 * Changes plan, price, quantity or add-ons at once. The pending change is discarded and a scheduled pause canceled.
 *
 * - In a running period, changed products are credited and charged in proportion to the time that is left; setup fees
 * are not. Another shipping fee is charged in full, and the one before credited in full.
 * - Another interval or cycle count starts a new period and a new term now: the old period is credited in proportion,
 * the new one charged in full.
 * - A trial keeps its end, a future subscription its start; nothing is billed. A paused subscription resumes on the new
 *   terms.
 * - A canceled one stays canceled.
 * - The prices of a ramp are counted on; those of another plan begin with its first.
 *
 * Without a modification it only clears the pending change. Throws `subscription_expired`.
 */
export const change = (
  subscription: SubscriptionRecord,
  at: Seconds,
  to: AgreedPlan,
): Transition<SubscriptionRecord> => {
  const { state, pending, paused_at } = subscription;
  if (state === 'expired') throw stateFailure('subscription_expired', subscription);
  if (!modifies(subscription, to)) {
    return transitionTo({ ...agreeOn(subscription, to), updated_at: at }, pending ? ['updated_subscription'] : []);
  }
  if (state === 'paused') return resumeOn(subscription, at, to);
  const agreed: SubscriptionRecord = {
    ...agreeOn(subscription, to),
    paused_at: null,
    remaining_pause_cycles: null,
    updated_at: at,
  };
  const unpaused = paused_at === null ? [] : (['subscription_pause_canceled'] as const);
  const events = [...unpaused, 'updated_subscription'] as const;
  if (state === 'future') return transitionTo(withoutBilledCycle(subscription, agreed), events);
  if (inTrial(subscription, at)) {
    const trial = withoutBilledCycle(subscription, agreed);
    return transitionTo({ ...trial, current_term_ends_at: termEnd(trial) }, events);
  }
  if (restartsTerm(subscription, to)) {
    const restarted = inRampCycle(restartedAt(subscription, agreed, at), 1, at);
    const period = currentPeriod(restarted);
    return transitionTo(restarted, events, {
      charges: [{ kind: 'period', period, proration: fraction(1), ...RENEWAL }, ...usageCharges(subscription, at)],
      credits: [...creditsOfEverything(subscription, at), ...creditOfFee(subscription)],
    });
  }
  // The rest of a period is the first cycle of another plan.
  const priced = inRampCycle(agreed, Math.max(agreed.ramp_cycle, 1), at);
  const { charges, credits } = differences(subscription, priced, at);
  const fee = feeOfChange(subscription, priced, at);
  return transitionTo(priced, events, {
    charges: [...charges, ...usageThatEnds(subscription, priced, at), ...fee.charges],
    credits: [...credits, ...fee.credits],
  });
};

/** Restores all cycles of a new count before the start and in a trial, where no cycle is billed yet. */
const withoutBilledCycle = (before: SubscriptionRecord, agreed: SubscriptionRecord): SubscriptionRecord =>
  before.total_billing_cycles === agreed.total_billing_cycles
    ? agreed
    : { ...agreed, remaining_billing_cycles: agreed.total_billing_cycles };

/**
 * Restarts period and term. A canceled subscription expires at the end of the new period, or of the new term if it was
 * to run until the end of the old one.
 */
const restartedAt = (before: SubscriptionRecord, agreed: SubscriptionRecord, at: Seconds): SubscriptionRecord => {
  const anchored = { ...agreed, anchor_at: at };
  const { startedAt, endsAt } = periodFrom(anchored, at);
  const term = termFrom(anchored, at, agreed.total_billing_cycles);
  const expires = before.expires_at === before.current_period_ends_at ? endsAt : term.current_term_ends_at;
  return {
    ...anchored,
    ...term,
    current_period_started_at: startedAt,
    current_period_ends_at: endsAt,
    next_bill_date: endsAt,
    expires_at: before.expires_at === null ? null : expires,
  };
};
