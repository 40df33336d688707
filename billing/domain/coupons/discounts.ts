import { type Interval, intervalOf } from '../../values/periods/interval.ts';
import type { Discount } from '../../values/price/cart.ts';
import { isUsedUp } from '../../values/price/period.ts';
import type { Seconds } from '../../values/time.ts';
import { covers } from './coupon.ts';
import { discountTerms } from './discount-terms.ts';
import type { CouponRecord, RedemptionRow } from './record.ts';

export interface Redeemed {
  readonly row: RedemptionRow;
  readonly coupon: CouponRecord;
}

/** The coupons that an order is discounted with. */
export interface OrderCoupons {
  /** Redeemed before the order and in force, oldest first. */
  readonly active: readonly Redeemed[];
  /** Redemptions that those of the order end, on a site that allows one coupon at a time. */
  readonly replaced: readonly RedemptionRow[];
  /** Redeemed with the order, in the order of the request. */
  readonly redeemed: readonly Redeemed[];
  /** Cents that fixed coupons still take off, by redemption, where the period has used some. Missing: all. */
  readonly left?: ReadonlyMap<string, number>;
}

/** Returns the free trial of a coupon; undefined for a coupon of another kind. */
export const trialOf = ({
  discount_type,
  free_trial_amount,
  free_trial_unit,
}: Pick<CouponRecord, 'discount_type' | 'free_trial_amount' | 'free_trial_unit'>): Interval | undefined =>
  discount_type === 'free_trial' && free_trial_amount && free_trial_unit
    ? intervalOf(free_trial_amount, free_trial_unit)
    : undefined;

/** Returns the free trial that coupons give a plan; the longest of several. */
export const freeTrial = (coupons: readonly CouponRecord[], planCode: string): Interval | undefined => {
  const trials = coupons
    .filter((coupon) => covers(coupon, planCode))
    .map(trialOf)
    .filter((trial) => trial !== undefined);
  const days = ({ unit, length }: Interval): number => (unit === 'days' ? length : length * 30);
  return trials.sort((a, b) => days(b) - days(a))[0];
};

/** Returns the discounts of an order, oldest first. Each is for lines of the account that redeemed it. */
export const discountsOf = (
  { active, redeemed, left }: Pick<OrderCoupons, 'active' | 'redeemed' | 'left'>,
  currency: string,
): Discount[] =>
  [...active, ...redeemed].flatMap(({ coupon, row }) => {
    const terms = discountTerms(coupon, row, currency);
    const amount = left?.get(row.uuid);
    if (!terms) return [];
    const discount = { ...terms, owner: row.account_id };
    return amount === undefined || 'percent' in terms.off ? [discount] : [{ ...discount, off: { amount } }];
  });

/** Returns a redemption after its discount on an invoice, which uses up a single-use one. */
export const afterDiscount = <Row extends RedemptionRow>(row: Row, amount: number, at: Seconds): Row =>
  amount === 0
    ? row
    : {
        ...row,
        total_discounted_in_cents: row.total_discounted_in_cents + amount,
        ended_at: isUsedUp(amount, { singleUse: row.single_use }) ? at : row.ended_at,
        updated_at: at,
      };
