import { Invalid } from '../../values/failure.ts';
import { mostIntervals } from '../../values/periods/interval.ts';
import type { Seconds } from '../../values/time.ts';
import type { SubscriptionEventType } from './event-type.ts';
import { boundaryAfter, currentPeriod, inTrial, intervalOfSubscription } from './periods.ts';
import type { SubscriptionRecord } from './record.ts';
import { stateFailure } from './state-failure.ts';
import { type Transition, transitionTo } from './transition.ts';

export interface RequestedPause {
  /** Periods to skip. 0 cancels a scheduled pause, and ends a running one at the next boundary. */
  readonly cycles: number;
  /** The account has a past-due invoice. */
  readonly pastDue: boolean;
}

/**
 * Schedules a pause from the end of the current period, changes its length, or cancels it. Throws
 * `subscription_not_pausable`; `subscription_expired` for an expired subscription; `Invalid` for a pause that would end
 * after the year 9999.
 */
export const pause = (
  subscription: SubscriptionRecord,
  at: Seconds,
  requested: RequestedPause,
): Transition<SubscriptionRecord> => {
  const { state, paused_at } = subscription;
  const { cycles } = requested;
  if (state === 'expired') throw stateFailure('subscription_expired', subscription);
  if (state === 'paused' || state === 'active') refuseEndless(subscription, cycles);
  if (state === 'paused') return pausedFor(subscription, at, paused_at, cycles, 'subscription_pause_modified');
  const scheduled = state === 'active' && paused_at !== null;
  if (scheduled && cycles === 0) return pausedFor(subscription, at, null, null, 'subscription_pause_canceled');
  if (cycles === 0 || !isPausable(subscription, at, requested)) {
    throw stateFailure('subscription_not_pausable', subscription);
  }
  const { endsAt } = currentPeriod(subscription);
  return scheduled
    ? pausedFor(subscription, at, paused_at, cycles, 'subscription_pause_modified')
    : pausedFor(subscription, at, endsAt, cycles, 'scheduled_subscription_pause');
};

/** Whether the periods of a pause, and the term that continues after it, end by the year 9999. */
const refuseEndless = (subscription: SubscriptionRecord, cycles: number): void => {
  const { endsAt } = currentPeriod(subscription);
  const term = (subscription.remaining_billing_cycles ?? 0) + 1;
  const most = Math.max(0, mostIntervals(endsAt, intervalOfSubscription(subscription)) - term);
  if (cycles > most) {
    throw new Invalid([{ field: 'subscription.remaining_pause_cycles', symbol: 'less_than_or_equal_to', count: most }]);
  }
};

/**
 * Whether a pause can be scheduled. The giver has paid for the periods of a gift; only a converted gift can be paused.
 */
export const isPausable = (
  subscription: SubscriptionRecord,
  at: Seconds,
  { pastDue }: Pick<RequestedPause, 'pastDue'>,
): boolean => {
  const { state, started_with_gift, converted_at } = subscription;
  const unconverted = started_with_gift && converted_at === null;
  return state === 'active' && !inTrial(subscription, at) && !unconverted && !pastDue;
};

const pausedFor = (
  subscription: SubscriptionRecord,
  at: Seconds,
  paused_at: Seconds | null,
  remaining_pause_cycles: number | null,
  event: SubscriptionEventType,
): Transition<SubscriptionRecord> => {
  const changed = { ...subscription, paused_at, remaining_pause_cycles, updated_at: at };
  const resumes = changed.state === 'paused' ? resumeAt(changed) : null;
  return transitionTo({ ...changed, next_bill_date: resumes ?? changed.next_bill_date }, [event]);
};

/** Returns when a scheduled or running pause ends automatically; null without one. */
export const resumeAt = (subscription: SubscriptionRecord): Seconds | null => {
  const { state, paused_at, remaining_pause_cycles: cycles } = subscription;
  if (state === 'active') return paused_at === null ? null : boundaryAfter(subscription, paused_at, cycles ?? 1);
  if (state !== 'paused') return null;
  return boundaryAfter(subscription, currentPeriod(subscription).endsAt, Math.max(0, (cycles ?? 1) - 1));
};
