import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { UsageRecord } from '../../domain/usages/record.ts';
import { usageAddOnOf } from '../../domain/usages/usage.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure, notFound } from '../../values/failure.ts';
import { siteQuery } from '../site-query.ts';
import { needSubscription } from '../subscriptions/need-subscription.ts';

/** Whose usage a request is about, by the texts of its address. */
export interface UsageOwner {
  readonly subscription_uuid: string;
  readonly add_on_code: string;
}

type Read = Pick<Records, 'subscriptions' | 'usages'>;

/**
 * The subscription, which has the usage add-on or once had it. Throws `not_found`, and `add_on_not_usage` for a fixed
 * one.
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

/** The usage by the number that clients know, and its subscription. Throws `not_found`. */
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
 * Throws `simultaneous_request` while a payment or a refund of the account is under way: its invoice may bill the usage
 * as it was.
 */
export const refuseWhilePaying = async (
  { intents }: Pick<Records, 'intents'>,
  { account_id }: Pick<UsageRecord, 'account_id'>,
): Promise<void> => {
  if (await intents.of(account_id)) throw new Failure('simultaneous_request');
};
