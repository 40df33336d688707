import type { Fraction } from '../../values/money/fraction.ts';
import { dayOfMonth, type Interval, later } from '../../values/periods/interval.ts';
import { type Period, shareLeft } from '../../values/periods/period.ts';
import type { Seconds } from '../../values/time.ts';
import type { SubscriptionRecord } from './record.ts';

type Billed = Pick<SubscriptionRecord, 'interval_unit' | 'interval_length' | 'anchor_at'>;

/** Returns the regular interval of a subscription. */
export const intervalOfSubscription = ({
  interval_unit,
  interval_length,
}: Pick<Billed, 'interval_unit' | 'interval_length'>): Interval => ({ unit: interval_unit, length: interval_length });

/**
 * Returns the boundary a number of intervals after another one. Months end on the day of the anchor, or on the last day
 * of a shorter month, so that boundaries are always the anchor plus whole intervals: 31 January, 28 February, 31 March.
 */
export const boundaryAfter = (subscription: Billed, boundary: Seconds, times = 1): Seconds =>
  later(boundary, intervalOfSubscription(subscription), times, dayOfMonth(subscription.anchor_at));

/** Returns the period that starts at a boundary. */
export const periodFrom = (subscription: Billed, boundary: Seconds): Period => ({
  startedAt: boundary,
  endsAt: boundaryAfter(subscription, boundary),
});

/** Returns the current period. Throws a `RangeError` for a subscription that has not started. */
export const currentPeriod = ({
  current_period_started_at: startedAt,
  current_period_ends_at: endsAt,
}: Pick<SubscriptionRecord, 'current_period_started_at' | 'current_period_ends_at'>): Period => {
  if (startedAt === null || endsAt === null) throw new RangeError('A subscription that has not started has no period');
  return { startedAt, endsAt };
};

/**
 * Returns the share of a regular interval that is left of a period: above 1 after a postponement. The interval is
 * counted from the anchor's day if the period starts on a boundary. A shorter or longer first period, and a postponed
 * period, start before the anchor, so their interval is counted from their own start.
 */
export const proration = (subscription: Billed, period: Period, at: Seconds): Fraction => {
  const { anchor_at } = subscription;
  const onBoundary = period.startedAt >= anchor_at;
  return shareLeft(
    period,
    at,
    intervalOfSubscription(subscription),
    onBoundary ? dayOfMonth(anchor_at) : dayOfMonth(period.startedAt),
  );
};

/** Whether a subscription is in a trial at a moment. */
export const inTrial = (
  { state, trial_ends_at }: Pick<SubscriptionRecord, 'state' | 'trial_ends_at'>,
  at: Seconds,
): boolean => (state === 'active' || state === 'canceled') && trial_ends_at !== null && at < trial_ends_at;

/** Whether the current period is a trial, including the moment at which it ends. */
export const isTrialPeriod = ({
  trial_ends_at,
  current_period_ends_at,
}: Pick<SubscriptionRecord, 'trial_ends_at' | 'current_period_ends_at'>): boolean =>
  trial_ends_at !== null && trial_ends_at === current_period_ends_at;
