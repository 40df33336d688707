import type { Seconds } from '../../values/time.ts';
import { activate } from './activate.ts';
import { beginPause } from './begin-pause.ts';
import { expire } from './expire.ts';
import { isTrialPeriod } from './periods.ts';
import type { SubscriptionRecord } from './record.ts';
import { renew } from './renew.ts';
import { resume } from './resume.ts';
import { skipPeriod } from './skip-period.ts';
import type { Transition } from './transition.ts';

/** Returns the next boundary of a subscription; null once it has expired. */
export const nextBoundary = (subscription: SubscriptionRecord): Seconds | null => {
  const { state, starts_at, expires_at, current_period_ends_at } = subscription;
  if (state === 'expired') return null;
  if (state === 'future') return starts_at;
  if (state !== 'canceled' || expires_at === null || current_period_ends_at === null) return current_period_ends_at;
  return Math.min(expires_at, current_period_ends_at);
};

export interface BoundaryFacts {
  /** The account has no billing info, although the renewal would charge it. */
  readonly unpayable: boolean;
}

/**
 * Returns the transition at a subscription's next boundary; undefined before it. Applies one boundary at a time, so
 * that after an outage each period is billed separately. The first of these applies: a cancellation takes effect, a
 * scheduled pause begins, a term ends without renewal, a trial that cannot be paid ends; otherwise the subscription
 * renews, and applies its pending change if that is due.
 */
export const crossBoundary = (
  subscription: SubscriptionRecord,
  at: Seconds,
  { unpayable }: BoundaryFacts,
): Transition<SubscriptionRecord> | undefined => {
  const boundary = nextBoundary(subscription);
  if (boundary === null || at < boundary) return undefined;
  const { state, expires_at, paused_at, remaining_pause_cycles } = subscription;
  switch (state) {
    case 'future':
      return activate(subscription, at);
    case 'paused':
      return (remaining_pause_cycles ?? 0) > 1 ? skipPeriod(subscription, at) : resume(subscription, at);
    case 'canceled':
      return boundary === expires_at ? expire(subscription, at, boundary) : renew(subscription, at);
    default:
      if (paused_at !== null && paused_at <= boundary) return beginPause(subscription, at);
      return unpayable && isTrialPeriod(subscription) ? expire(subscription, at, boundary) : renew(subscription, at);
  }
};
