import { couponView, type ShownCoupon } from '../../domain/coupons/coupon.ts';
import type { CouponRecords } from '../../ports/coupons.ts';
import { siteList } from '../site-list.ts';

/** Lists coupons as they stand at the moment of the caller. */
export const listCoupons = siteList(
  ({ coupons }) => coupons,
  (listed, { at }, { coupons }) =>
    Promise.all(listed.map((coupon) => withOwnActions(coupons, couponView({ coupon, unique: null }, at)))),
);

/**
 * The code of a coupon that cannot be redeemed may have gone to a newer one: then its address, and what can be done
 * there, are the newer one's.
 */
const withOwnActions = async (coupons: CouponRecords, one: ShownCoupon): Promise<ShownCoupon> => {
  if (!one.restorable) return one;
  const found = await coupons.find(one.coupon_code);
  return { ...one, restorable: found?.coupon.key === one.key };
};
