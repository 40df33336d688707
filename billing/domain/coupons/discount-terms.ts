import type { Site } from '../../resources/site.ts';
import type { Discount, DiscountOrder } from '../../values/price/cart.ts';
import type { CouponRecord, RedemptionRow } from './record.ts';

type Terms = Pick<
  CouponRecord,
  | 'discount_type'
  | 'discount_percent'
  | 'discount_in_cents'
  | 'applies_to_all_plans'
  | 'applies_to_non_plan_charges'
  | 'applies_to_all_items'
  | 'item_codes'
  | 'plan_codes'
>;

/**
 * Returns the discount of a redeemed coupon on a cart in a currency. Undefined if it takes nothing off: a free trial,
 * or an amount it does not have in that currency.
 */
export const discountTerms = (
  coupon: Terms,
  { uuid, subscription_id }: Pick<RedemptionRow, 'uuid' | 'subscription_id'>,
  currency: string,
): Discount | undefined => {
  const off = takenOff(coupon, currency);
  return (
    off && {
      id: uuid,
      off,
      scope: {
        plans: coupon.applies_to_all_plans ? 'all' : coupon.plan_codes,
        items: coupon.applies_to_all_items ? 'all' : coupon.item_codes,
        charges: coupon.applies_to_non_plan_charges,
      },
      ...(subscription_id === null ? {} : { subscription: subscription_id }),
    }
  );
};

const takenOff = (
  { discount_type, discount_percent, discount_in_cents }: Terms,
  currency: string,
): Discount['off'] | undefined => {
  if (discount_type === 'percent' && discount_percent !== null) return { percent: discount_percent };
  const amount = discount_type === 'dollars' ? discount_in_cents?.[currency] : undefined;
  return amount === undefined ? undefined : { amount };
};

/** Returns the order in which a site applies several coupons. */
export const discountOrder = ({ coupon_order, several_percents }: Site): DiscountOrder => ({
  first: coupon_order === 'dollars_first' ? 'amount' : 'percent',
  percents: several_percents,
});
