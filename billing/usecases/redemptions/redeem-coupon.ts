import { Failure, type Issue, refuse } from '../../failure.ts';
import type { FoundCoupon, RedemptionRecord } from '../../ports/coupons.ts';
import type { AccountRecord, Records, Storage } from '../../ports/records.ts';
import type { ShownSubscription } from '../../ports/selling.ts';
import type { Caller, World } from '../../ports/world.ts';
import type { RedemptionInput } from '../../resources/redemption.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { covers, needCoupon } from '../../rules/coupon.ts';
import { eventOf } from '../../rules/journal.ts';
import { refuseRedemption, windowEnd } from '../../rules/redemption.ts';
import { defaultCurrency, siteTime } from '../../site.ts';

type Deps = { readonly storage: Storage; readonly world: World };

/**
 * Redeems a coupon, or a unique code of one, on an account or one of its subscriptions (reference "pricing", section 4.5). Throws `not_found` for the
 * code, `account_closed`, `coupon_not_redeemable`, `Invalid`. Its limits hold whoever else redeems just now.
 */
export const redeemCoupon =
  ({ storage, world }: Deps) =>
  (caller: Caller, code: string, { value, issues }: Submitted<RedemptionInput>): Promise<RedemptionRecord> =>
    storage.transaction(caller.site.id, async (records) => {
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
      return takeRedemption(world)(caller, records, {
        found,
        account,
        subscription_id: subscription?.uuid ?? null,
        currency: value.currency || defaultCurrency(caller.site),
        // A free trial begins with the subscription, or not at all.
        eligible:
          found.coupon.discount_type !== 'free_trial' &&
          (!subscription || covers(found.coupon, subscription.plan_code)),
      });
    });

export interface Taking {
  readonly found: FoundCoupon;
  readonly account: AccountRecord;
  /** Null: all that the account buys. */
  readonly subscription_id: string | null;
  readonly currency: string;
  /** Whether the coupon takes anything off what is bought. */
  readonly eligible: boolean;
}

/** The same for whoever sells, inside their transaction. Throws `coupon_not_redeemable`, `Invalid`. */
export const takeRedemption =
  (world: World) =>
  async (caller: Caller, records: Records, taking: Taking): Promise<RedemptionRecord> => {
    const { found, account, subscription_id, currency } = taking;
    const { coupon, unique } = found;
    const at = siteTime(caller.site, world.clock);
    const before = await records.redemptions.countOf(account.id, coupon.key);
    const active = await records.redemptions.active(account.id, at);
    refuseRedemption({ ...taking, before, active }, at);

    const counted = await records.coupons.redeem(coupon.key);
    if (!counted || (unique && !(await records.coupons.codes.redeem(unique.key, at)))) {
      throw new Failure('coupon_not_redeemable', { value: unique?.coupon_code ?? coupon.coupon_code });
    }
    if (!caller.site.multiple_coupons) {
      for (const one of active) await records.redemptions.save({ ...one, ended_at: at, updated_at: at });
    }
    const redemption: RedemptionRecord = {
      uuid: world.ids.uuid(),
      account_id: account.id,
      account_code: account.account_code,
      coupon_key: coupon.key,
      unique_code_key: unique?.key ?? null,
      coupon_code: unique?.coupon_code ?? coupon.coupon_code,
      subscription_id,
      subscription_expired: false,
      single_use: coupon.duration === 'single_use',
      total_discounted_in_cents: 0,
      currency,
      active_until: windowEnd(coupon, at),
      ended_at: null,
      created_at: at,
      updated_at: at,
    };
    await records.redemptions.add(redemption);
    await records.events.append(
      eventOf(world, caller, 'coupon.redeemed', `${redemption.coupon_code}/${account.account_code}`),
    );
    return redemption;
  };

const accountIssues = ({ account_code }: RedemptionInput, account: AccountRecord | undefined): Issue[] =>
  account_code?.trim() && !account ? [{ field: 'redemption.account_code', symbol: 'not_found' }] : [];

/** An amount is in some currency, which must be named; a percent is of any. */
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
  return subscription.state === 'expired' ? [{ field, symbol: 'invalid' }] : [];
};
