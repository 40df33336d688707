import { type Interval, intervalOf } from '../periods/interval.ts';
import type { Discount } from '../price/cart.ts';
import type { Seconds } from '../time.ts';
import { covers } from './coupon.ts';
import { discountTerms } from './discount-terms.ts';
import type { CouponRecord, RedemptionRow } from './record.ts';

export interface Redeemed {
  readonly row: RedemptionRow;
  readonly coupon: CouponRecord;
}

/** The coupons that a sale reckons with. */
export interface CouponsOfSale {
  /** In force before, oldest first. */
  readonly before: readonly Redeemed[];
  /** Ended by those added, on a site that has one at a time. */
  readonly replaced: readonly RedemptionRow[];
  /** Redeemed with the sale, in the order of the request. */
  readonly added: readonly Redeemed[];
}

/** The free trial that a coupon gives a plan; the longest of several. */
export const freeTrial = (coupons: readonly CouponRecord[], planCode: string): Interval | undefined => {
  const trials = coupons
    .filter((coupon) => coupon.discount_type === 'free_trial' && covers(coupon, planCode))
    .flatMap(({ free_trial_amount, free_trial_unit }) =>
      free_trial_amount && free_trial_unit ? [intervalOf(free_trial_amount, free_trial_unit)] : [],
    );
  const days = ({ unit, length }: Interval): number => (unit === 'days' ? length : length * 30);
  return trials.sort((a, b) => days(b) - days(a))[0];
};

/** What takes something off, oldest first. */
export const discountsOf = ({ before, added }: CouponsOfSale, currency: string): Discount[] =>
  [...before, ...added].flatMap(({ coupon, row }) => discountTerms(coupon, row, currency) ?? []);

/** A redemption after an invoice it took so much off: a single-use one is used up by it. */
export const afterDiscount = <Row extends RedemptionRow>(row: Row, amount: number, at: Seconds): Row =>
  amount === 0
    ? row
    : {
        ...row,
        total_discounted_in_cents: row.total_discounted_in_cents + amount,
        ended_at: row.single_use ? at : row.ended_at,
        updated_at: at,
      };
