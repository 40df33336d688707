import type { AccountRecord } from '../../../domain/accounts/record.ts';
import type { ShownAdjustment } from '../../../domain/adjustments/record.ts';
import { covers, coversBesidesPlans, type SoldBesidesPlans } from '../../../domain/coupons/coupon.ts';
import type { OrderCoupons, Redeemed } from '../../../domain/coupons/discounts.ts';
import type { CouponRecord, FoundCoupon, RedemptionRecord } from '../../../domain/coupons/record.ts';
import { newRedemption, refuseRedemption } from '../../../domain/coupons/redemption.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import type { Site } from '../../../resources/site.ts';
import { Failure, Invalid, type Issue } from '../../../values/failure.ts';
import type { Seconds } from '../../../values/time.ts';

/** The part of a new subscription that coupons depend on. */
export interface Couponable {
  readonly uuid: string;
  readonly plan_code: string;
  /** Price of a period, in cents. */
  readonly price: number;
}

export interface CouponOrder {
  readonly site: Site;
  readonly at: Seconds;
  readonly currency: string;
  readonly account_id: string;
  readonly existing: AccountRecord | undefined;
  readonly requested: readonly { readonly code: string; readonly path: string }[];
  readonly subscriptions: readonly Couponable[];
  readonly besides: SoldBesidesPlans;
}

/** Returns the redemptions in force on an account, oldest first. */
export const activeCoupons = async (records: Records, accountId: string, at: Seconds): Promise<Redeemed[]> =>
  withCoupons(records, await records.redemptions.active(accountId, at));

/**
 * Returns the redemptions in force on the accounts that pending lines are for, without those of one account: children
 * whose charges are on the invoice of their parent keep their discounts.
 */
export const couponsOfOthers = async (
  records: Records,
  lines: readonly ShownAdjustment[],
  accountId: string,
  at: Seconds,
): Promise<Redeemed[]> => {
  const others = new Set(lines.filter(({ type }) => type === 'charge').map(({ account_id }) => account_id));
  others.delete(accountId);
  const found: Redeemed[] = [];
  for (const other of others) found.push(...(await activeCoupons(records, other, at)));
  return found;
};

/**
 * Returns the coupons of an order: those in force on the account, and those that it redeems. A coupon for one
 * subscription applies to the most expensive one that it covers.
 */
export const readCoupons = async (
  { ids }: Pick<World, 'ids'>,
  records: Records,
  redeeming: CouponOrder,
): Promise<OrderCoupons & { readonly issues: readonly Issue[] }> => {
  const { existing, at, requested } = redeeming;
  const active = existing ? await records.redemptions.active(existing.id, at) : [];
  const redeemed: Redeemed[] = [];
  const issues: Issue[] = [];
  for (const { code, path } of requested.filter((one) => one.code.trim() !== '')) {
    const found = await records.coupons.find(code.trim());
    const subscription_id = found ? targetOf(found.coupon, redeeming.subscriptions) : null;
    const before = found && existing ? await records.redemptions.countOf(existing.id, found.coupon.key) : 0;
    const problem = found
      ? problemWith(found, redeeming, subscription_id, before, active, redeemed)
      : ({ field: path, symbol: 'invalid', reason: 'unknown_coupon' } as const);
    // A used-up coupon is reported for the coupon, not for the code in the request.
    if (problem?.symbol === 'maxed_out_for_account') issues.push(problem);
    else if (problem) issues.push({ ...problem, field: path });
    else if (found) {
      const row = newRedemption(ids, found, { ...redeeming, subscription_id }, redeeming.at);
      redeemed.push({ coupon: found.coupon, row });
    }
  }
  const replaces = !redeeming.site.multiple_coupons && redeemed.length > 0;
  return {
    active: replaces ? [] : await withCoupons(records, active),
    replaced: replaces ? active : [],
    redeemed,
    issues,
  };
};

const withCoupons = async (records: Records, active: readonly RedemptionRecord[]): Promise<Redeemed[]> => {
  const found: Redeemed[] = [];
  for (const row of active) {
    const coupon = await records.coupons.byKey(row.coupon_key);
    if (coupon) found.push({ row, coupon });
  }
  return found;
};

const targetOf = (coupon: CouponRecord, subscriptions: readonly Couponable[]): string | null => {
  if (coupon.redemption_resource !== 'subscription') return null;
  const covered = subscriptions.filter(({ plan_code }) => covers(coupon, plan_code));
  return (
    covered.reduce<Couponable | undefined>((best, one) => (best && best.price >= one.price ? best : one), undefined)
      ?.uuid ?? null
  );
};

const problemWith = (
  found: FoundCoupon,
  { at, currency, subscriptions, besides }: CouponOrder,
  subscription_id: string | null,
  before: number,
  active: readonly RedemptionRecord[],
  redeemed: readonly Redeemed[],
): Issue | undefined => {
  const { coupon } = found;
  const coversOne = subscriptions.some(({ plan_code }) => covers(coupon, plan_code));
  const eligible = coversOne || (coupon.discount_type !== 'free_trial' && coversBesidesPlans(coupon, besides));
  if (redeemed.some(({ row }) => row.coupon_key === coupon.key)) return { field: '', symbol: 'taken' };
  try {
    refuseRedemption({ found, currency, eligible, subscription_id, before, active }, at);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return { field: '', symbol: 'invalid', reason: 'coupon_not_redeemable' };
    if (error instanceof Invalid && error.issues[0]) return error.issues[0];
    throw error;
  }
};
