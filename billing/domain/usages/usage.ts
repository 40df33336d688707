import type { UsageInput } from '../../resources/usage.ts';
import type { Issue } from '../../values/failure.ts';
import { Failure } from '../../values/failure.ts';
import { MAX_QUANTITY } from '../../values/money/cents.ts';
import { compare, decimalFraction, fraction } from '../../values/money/fraction.ts';
import type { Period } from '../../values/periods/period.ts';
import { isFuture, type Seconds } from '../../values/time.ts';
import { addOnOf } from '../subscriptions/agreement.ts';
import { crossBoundary } from '../subscriptions/boundary.ts';
import { currentPeriod } from '../subscriptions/periods.ts';
import type { SubscriptionAddOnRecord, SubscriptionRecord } from '../subscriptions/record.ts';
import { stateFailure } from '../subscriptions/state-failure.ts';
import { isLastCounted } from '../subscriptions/usage-counter.ts';
import type { UsageRecord } from './record.ts';

/**
 * Throws unless usage of a moment can be recorded and changed: `subscription_expired`, and `usage_not_recordable` while
 * it is paused or has not started. A boundary that the worker has not crossed yet counts: no invoice would follow it.
 */
export const refuseUsage = (subscription: SubscriptionRecord, at: Seconds): void => {
  const { state } = subscription;
  if (state === 'paused' || state === 'future') throw stateFailure('usage_not_recordable', subscription);
  const then = crossBoundary(subscription, at, { unpayable: false })?.subscription.state ?? state;
  if (then === 'expired') throw stateFailure('subscription_expired', subscription);
  if (then === 'paused') throw stateFailure('usage_not_recordable', subscription);
};

/** Returns the usage add-on with this code; undefined if there is none. Throws `add_on_not_usage` for a fixed one. */
export const usageAddOnOf = (
  subscription: Pick<SubscriptionRecord, 'add_ons'>,
  code: string,
): SubscriptionAddOnRecord | undefined => {
  const found = addOnOf(subscription, { add_on_code: code });
  if (found?.add_on_type === 'fixed') throw new Failure('add_on_not_usage', { value: code });
  return found;
};

/** Returns the amount in a request, as decimal text; undefined if there is none. `amount_decimal` takes precedence. */
export const sentAmount = ({ amount, amount_decimal }: UsageInput): string | undefined =>
  amount_decimal ?? (amount === null || amount === undefined ? undefined : String(amount));

/** Returns the problems of an amount: cents of a percentage must be whole, quantities at most ten million. */
export const amountIssues = (addOn: Pick<SubscriptionAddOnRecord, 'usage_type'>, text: string): Issue[] => {
  const amount = decimalFraction(text);
  if (addOn.usage_type === 'percentage') {
    const isWhole = amount.numerator % amount.denominator === 0n;
    return isWhole ? [] : [{ field: 'usage.amount_decimal', symbol: 'not_an_integer' }];
  }
  const field = 'usage.amount';
  if (compare(amount, fraction(MAX_QUANTITY)) > 0)
    return [{ field, symbol: 'less_than_or_equal_to', count: MAX_QUANTITY }];
  if (compare(amount, fraction(-MAX_QUANTITY)) < 0)
    return [{ field, symbol: 'greater_than_or_equal_to', count: -MAX_QUANTITY }];
  return [];
};

/** Whether usage at a moment belongs to a period that ended before the current one began. */
export const isLate = (subscription: SubscriptionRecord, moment: Seconds): boolean =>
  moment < currentPeriod(subscription).startedAt;

/**
 * Returns the problems of the timestamp of usage: it is in the future, or in the past outside every billed period.
 * Volume and stairstep prices depend on the whole period, and so does its last record, so usage cannot be added to a
 * billed one.
 */
export const momentIssues = (
  subscription: SubscriptionRecord,
  addOn: Pick<SubscriptionAddOnRecord, 'tier_type' | 'usage_calculation_type'>,
  moment: Seconds,
  { at, billed }: { readonly at: Seconds; readonly billed: Period | undefined },
): Issue[] => {
  const whole = addOn.tier_type === 'volume' || addOn.tier_type === 'stairstep' || isLastCounted(addOn);
  const lateWrong = isLate(subscription, moment) && (billed === undefined || whole);
  if (isFuture(moment, at)) return [{ field: 'usage.usage_timestamp', symbol: 'invalid', reason: 'in_future' }];
  return lateWrong ? [{ field: 'usage.usage_timestamp', symbol: 'invalid', reason: 'outside_billed_periods' }] : [];
};

/** Returns the problems of the client's own date of a record: it is in the future. */
export const recordingIssues = ({ recording_timestamp }: UsageInput, at: Seconds): Issue[] =>
  recording_timestamp != null && isFuture(recording_timestamp, at)
    ? [{ field: 'usage.recording_timestamp', symbol: 'invalid', reason: 'in_future' }]
    : [];

/** Returns the price of an add-on, as stored with usage that is recorded now. */
export const agreedPrice = ({
  usage_type,
  unit_amount_in_cents,
  usage_percentage,
  tier_type,
  tiers,
  percentage_tiers = [],
  usage_calculation_type = null,
  measured_unit_id,
}: SubscriptionAddOnRecord) => ({
  usage_type: usage_type ?? ('price' as const),
  unit_amount_in_cents,
  usage_percentage,
  tier_type,
  tiers,
  percentage_tiers,
  usage_calculation_type,
  measured_unit_id,
});

/** Returns the members of a record with the period of late usage. */
export const periodOf = (late: Period | undefined): Pick<UsageRecord, 'late_started_at' | 'late_ends_at'> => ({
  late_started_at: late?.startedAt ?? null,
  late_ends_at: late?.endsAt ?? null,
});
