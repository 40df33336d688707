import { fraction } from '../../values/money/fraction.ts';
import { RENEWAL } from '../../values/price/period.ts';
import type { Seconds } from '../../values/time.ts';
import { agreeOn, hasOtherInterval, restartsTerm } from './agreement.ts';
import { currentPeriod, isTrialPeriod, periodFrom } from './periods.ts';
import { inRampCycle } from './ramp.ts';
import type { SubscriptionChange, SubscriptionRecord } from './record.ts';
import { endsTerm, termFrom } from './term.ts';
import type { PeriodCharge } from './transition.ts';

export interface StartedPeriod {
  readonly subscription: SubscriptionRecord;
  readonly charge: PeriodCharge;
  /** A pending change was applied. */
  readonly changed: boolean;
}

/**
 * Starts the period that follows the current one: applies the pending change if it is due, advances the period, and
 * counts the cycle, which may have another price, or starts a new term where one ends.
 */
export const startPeriod = (subscription: SubscriptionRecord, at: Seconds): StartedPeriod => {
  const boundary = currentPeriod(subscription).endsAt;
  const change = changeDueAt(subscription, boundary);
  const agreed = change ? agreeOn(subscription, change) : subscription;
  const anchored = change ? { ...agreed, anchor_at: anchorAfter(subscription, change, boundary) } : agreed;
  const period = periodFrom(anchored, boundary);
  const converts = isTrialPeriod(subscription) && subscription.converted_at === null;
  return {
    subscription: inRampCycle(
      {
        ...anchored,
        ...termAt(subscription, anchored, change, boundary),
        current_period_started_at: period.startedAt,
        current_period_ends_at: period.endsAt,
        next_bill_date: period.endsAt,
        converted_at: converts ? boundary : subscription.converted_at,
        updated_at: at,
      },
      anchored.ramp_cycle + 1,
      boundary,
    ),
    charge: { kind: 'period', period, proration: fraction(1), ...RENEWAL },
    changed: change !== undefined,
  };
};

/**
 * Returns the change due at a boundary. A canceled subscription, which renews until its term ends, keeps its pending
 * change for a reactivation.
 */
const changeDueAt = (subscription: SubscriptionRecord, boundary: Seconds): SubscriptionChange | undefined => {
  const { pending, state } = subscription;
  if (!pending || state === 'canceled') return undefined;
  return pending.at === 'bill_date' || endsTerm(subscription, boundary) ? pending : undefined;
};

/** Returns the anchor after a change: another interval of months keeps its day; one of days starts a new anchor. */
const anchorAfter = (before: SubscriptionRecord, change: SubscriptionChange, boundary: Seconds): Seconds => {
  const months = before.interval_unit === 'months' && change.interval_unit === 'months';
  return months || !hasOtherInterval(before, change) ? before.anchor_at : boundary;
};

const termAt = (
  before: SubscriptionRecord,
  agreed: SubscriptionRecord,
  change: SubscriptionChange | undefined,
  boundary: Seconds,
): Partial<SubscriptionRecord> => {
  const { remaining_billing_cycles: remaining } = before;
  if (change && restartsTerm(before, change)) return termFrom(agreed, boundary, agreed.total_billing_cycles);
  if (endsTerm(before, boundary)) {
    return termFrom(agreed, boundary, agreed.renewal_billing_cycles ?? agreed.total_billing_cycles);
  }
  return { remaining_billing_cycles: remaining === null ? null : Math.max(0, remaining - 1) };
};
