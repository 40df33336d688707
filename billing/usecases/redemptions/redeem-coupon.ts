import type { AccountRecord } from '../../domain/accounts/record.ts';
import { covers } from '../../domain/coupons/coupon.ts';
import type { FoundCoupon, RedemptionRecord } from '../../domain/coupons/record.ts';
import { newRedemption, refuseRedemption } from '../../domain/coupons/redemption.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { recordOnce } from '../../engine/recording/request-outcome.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needCoupon } from '../../queries/coupons.ts';
import type { RedemptionInput } from '../../resources/redemption.ts';
import { defaultCurrency } from '../../resources/site.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { Failure, type Issue, refuse } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';

type Deps = { readonly storage: Storage; readonly world: World };

/**
 * Redeems a coupon, or a unique code of one, on an account or one of its subscriptions. Throws `not_found` for the
 * code, `account_closed`, `coupon_not_redeemable`, `Invalid`. The coupon's limits hold under concurrent redemptions.
 */
export const redeemCoupon =
  ({ storage, world }: Deps) =>
  (caller: Caller, code: string, { value, issues }: Submitted<RedemptionInput>): Promise<RedemptionRecord> =>
    recordOnce({ storage }, caller, async (records) => {
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

      await count(records, found, code, at);
      if (!caller.site.multiple_coupons) {
        for (const one of active) await records.redemptions.save({ ...one, ended_at: at, updated_at: at });
      }
      const redemption = newRedemption(world.ids, found, target, at);
      await records.redemptions.add(redemption);
      const subject = `${redemption.coupon_code}/${account.account_code}`;
      await records.auditLog.append(auditEntry(world, caller, 'coupon.redeemed', subject));
      return { ...redemption, account_code: account.account_code, subscription_expired: false };
    });

/** Reserves one redemption; no other request can reserve the same. */
const count = async (
  { coupons }: Records,
  { coupon, unique }: FoundCoupon,
  code: string,
  at: Seconds,
): Promise<void> => {
  const counted = (await coupons.redeem(coupon.key)) && (!unique || (await coupons.codes.redeem(unique.key, at)));
  if (!counted) throw new Failure('coupon_not_redeemable', { value: code });
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
