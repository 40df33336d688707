import { currentPeriod } from '../../domain/subscriptions/periods.ts';
import type { ShownSubscription, SubscriptionAddOnRecord } from '../../domain/subscriptions/record.ts';
import { isCountedByTerm, isLastCounted, termWindow } from '../../domain/subscriptions/usage-counter.ts';
import { isBillable } from '../../domain/subscriptions/usage-lines.ts';
import type { UsageTotal } from '../../domain/subscriptions/usage-selection.ts';
import type { UsageRecord } from '../../domain/usages/record.ts';
import { usageAddOnOf } from '../../domain/usages/usage.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure, type Issue, notFound } from '../../values/failure.ts';
import { MAX_CENTS, MAX_QUANTITY } from '../../values/money/cents.ts';
import { decimalFraction, plus } from '../../values/money/fraction.ts';
import { plainDecimal } from '../../values/money/plain-decimal.ts';
import type { Period } from '../../values/periods/period.ts';
import { siteList } from '../lists/site-list.ts';
import { siteQuery } from '../lists/site-query.ts';
import { needSubscription } from './subscriptions.ts';

/** Lists the usage of an add-on by subscriptions. */
export const listUsages = siteList(({ usages }) => usages);

/** The subscription and add-on of a request for usage, as its address names them. */
export interface UsageOwner {
  readonly subscription_uuid: string;
  readonly add_on_code: string;
}

type Read = Pick<Records, 'subscriptions' | 'usages'>;

/**
 * Returns the subscription, which has the usage add-on or once had it. Throws `not_found`, and `add_on_not_usage` for a
 * fixed one.
 */
export const needUsageOwner = async (
  records: Read,
  { subscription_uuid, add_on_code }: UsageOwner,
): Promise<ShownSubscription> => {
  const subscription = await needSubscription(records, subscription_uuid);
  if (usageAddOnOf(subscription, add_on_code)) return subscription;
  if (await records.usages.has(subscription.uuid, add_on_code)) return subscription;
  throw notFound('AddOn', 'add_on_code', add_on_code);
};

/** Returns the usage with the number that clients see, and its subscription. Throws `not_found`. */
export const needUsage = async (
  records: Read,
  owner: UsageOwner,
  id: string,
): Promise<{ readonly subscription: ShownSubscription; readonly usage: UsageRecord }> => {
  const subscription = await needUsageOwner(records, owner);
  const known = /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id));
  const usage = known ? await records.usages.find(subscription.uuid, owner.add_on_code, Number(id)) : undefined;
  if (!usage) throw notFound('Usage', 'id', id);
  return { subscription, usage };
};

/** Returns a usage with the subscription it belongs to. Throws `not_found`. */
export const findUsage = siteQuery(needUsage);

/** Returns the subscription that usage of an add-on is recorded for. Throws `not_found`. */
export const findUsageOwner = siteQuery(needUsageOwner);

/**
 * Throws `simultaneous_request` while a payment or a refund of the account that pays is under way: its invoice may bill
 * the usage as it was.
 */
export const refuseWhilePaying = async (
  { accounts, intents }: Pick<Records, 'accounts' | 'intents'>,
  { account_id }: Pick<UsageRecord, 'account_id'>,
): Promise<void> => {
  if (await intents.of(await accounts.payerId(account_id))) throw new Failure('simultaneous_request');
};

interface AddedUsage {
  readonly subscription: ShownSubscription;
  readonly addOn: SubscriptionAddOnRecord;
  /** The billed period that late usage belongs to. */
  readonly late: Period | undefined;
  /** Decimal text: how much the unbilled usage of the period grows. */
  readonly amount: string;
  /** The number of records of the subscription at most, if it is known. */
  readonly records?: number;
}

/** Returns the problem of usage with which the period of its add-on would exceed the limit of an invoice. */
export const usageBeyondLimit = async (
  { usages }: Pick<Records, 'usages'>,
  { subscription, addOn, late, amount, records = Infinity }: AddedUsage,
): Promise<Issue[]> => {
  if (isFarBelow(addOn, records)) return [];
  const { add_on_code } = addOn;
  const period = late ?? currentPeriod(subscription);
  const selection = {
    subscription_id: subscription.uuid,
    add_on_code,
    late: late !== undefined,
    startedAt: period.startedAt,
    endsAt: late?.endsAt ?? null,
  };
  const held = isLastCounted(addOn) ? NOTHING : await usages.unbilled(selection);
  const counted = isCountedByTerm(addOn) ? termWindow(subscription, period.startedAt) : late;
  const before = counted ? (await usages.billed(subscription.uuid, add_on_code, counted)).amount : '0';
  const total = { ...held, amount: plainDecimal(plus(decimalFraction(held.amount), decimalFraction(amount))) };
  return isBillable({ addOn, period, selection, total, before })
    ? []
    : [{ field: 'usage.amount', symbol: 'invalid', count: MAX_CENTS }];
};

const NOTHING: UsageTotal = { count: 0, amount: '0', last: 0 };

/** Saves adding the usage up while not even the largest amounts could exceed the limit. */
const isFarBelow = ({ usage_type, unit_amount_in_cents, tiers }: SubscriptionAddOnRecord, records: number): boolean =>
  usage_type !== 'percentage' &&
  Math.max(unit_amount_in_cents ?? 0, ...tiers.map(({ unit }) => unit)) * MAX_QUANTITY * (records + 1) <= MAX_CENTS;
