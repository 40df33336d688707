import type { FoundCoupon } from '../../domain/coupons/record.ts';
import type { CouponRecords } from '../../ports/coupons.ts';
import { type Failure, notFound } from '../../values/failure.ts';
import { siteQuery } from '../site-query.ts';

export const unknownCoupon = (code: string): Failure => notFound('Coupon', 'coupon_code', code);

/** The coupon, or the unique code of one, or 404. */
export const needCoupon = async (
  { coupons }: { readonly coupons: CouponRecords },
  code: string,
): Promise<FoundCoupon> => {
  const found = await coupons.find(code);
  if (!found) throw unknownCoupon(code);
  return found;
};

/** Returns a coupon, or the unique code of one. Throws `not_found`. */
export const findCoupon = siteQuery(needCoupon);
