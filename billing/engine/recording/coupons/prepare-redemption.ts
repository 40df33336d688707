import type { AccountRecord } from '../../../domain/accounts/record.ts';
import { covers } from '../../../domain/coupons/coupon.ts';
import type { FoundCoupon, RedemptionRecord } from '../../../domain/coupons/record.ts';
import { newRedemption, refuseRedemption } from '../../../domain/coupons/redemption.ts';
import type { ShownSubscription } from '../../../domain/subscriptions/record.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { needCoupon } from '../../../queries/catalogue/coupons.ts';
import type { RedemptionInput } from '../../../resources/redemption.ts';
import { defaultCurrency } from '../../../resources/site.ts';
import type { Submitted } from '../../../resources/submitted.ts';
import { Failure, type Issue, refuse } from '../../../values/failure.ts';

/** A redemption that may be recorded. */
export interface PreparedRedemption {
  readonly found: FoundCoupon;
  readonly account: AccountRecord;
  readonly redemption: RedemptionRecord;
  /** The redemptions that it ends, where the site allows one at a time. */
  readonly replaced: readonly RedemptionRecord[];
}

/**
 * Returns the redemption of a coupon, or of a unique code of one, on an account or one of its subscriptions. Throws
 * `not_found` for the code, `account_closed`, `coupon_not_redeemable`, `Invalid`.
 */
export const prepareRedemption = async (
  records: Records,
  world: Pick<World, 'ids'>,
  caller: Caller,
  code: string,
  { value, issues }: Submitted<RedemptionInput>,
): Promise<PreparedRedemption> => {
  const found = await needCoupon(records, code);
  const account = value.account_code ? await records.accounts.find(value.account_code) : undefined;
  const uuid = value.subscription_uuid?.replaceAll('-', '').toLowerCase();
  const subscription = uuid ? await records.subscriptions.find(uuid) : undefined;
  refuse([
    ...issues,
    ...accountIssues(value, account),
    ...currencyIssues(caller, found, value, issues),
    ...(account && uuid ? subscriptionIssues(account, subscription) : []),
  ]);
  if (!account || account.state === 'closed')
    throw new Failure('account_closed', { value: account?.account_code ?? '' });
  const at = caller.at;
  const target = {
    account_id: account.id,
    subscription_id: subscription?.uuid ?? null,
    currency: value.currency || defaultCurrency(caller.site),
  };
  const active = await records.redemptions.active(account.id, at);
  // A free trial begins with the subscription, or not at all.
  const eligible =
    found.coupon.discount_type !== 'free_trial' &&
    (!subscription || covers(found.coupon, subscription.current_plan_code ?? subscription.plan_code));
  const before = await records.redemptions.countOf(account.id, found.coupon.key);
  refuseRedemption({ found, ...target, eligible, before, active }, at);
  const row = newRedemption(world.ids, found, target, at);
  return {
    found,
    account,
    redemption: { ...row, account_code: account.account_code, subscription_expired: false },
    replaced: caller.site.multiple_coupons ? [] : active,
  };
};

const accountIssues = ({ account_code }: RedemptionInput, account: AccountRecord | undefined): Issue[] =>
  account_code?.trim() && !account ? [{ field: 'redemption.account_code', symbol: 'not_found' }] : [];

/** Requires a currency for a fixed discount; a percentage applies to any. */
const currencyIssues = (
  { site }: Caller,
  { coupon }: FoundCoupon,
  { currency }: RedemptionInput,
  found: readonly Issue[],
): Issue[] => {
  const field = 'redemption.currency';
  if (found.some((issue) => issue.field === field)) return [];
  if (currency) return site.currencies.includes(currency) ? [] : [{ field, symbol: 'not_found' }];
  return coupon.discount_type === 'dollars' ? [{ field, symbol: 'blank' }] : [];
};

const subscriptionIssues = (account: AccountRecord, subscription: ShownSubscription | undefined): Issue[] => {
  const field = 'redemption.subscription_uuid';
  if (subscription?.account_id !== account.id) return [{ field, symbol: 'not_found' }];
  return subscription.state === 'expired' ? [{ field, symbol: 'invalid', reason: 'subscription_expired' }] : [];
};
