import type { CouponRecord } from '@service/billing/domain/coupons/record.ts';
import { moneyOf } from '../../parts/figures.ts';
import { spanInWords } from './catalogue-parts.ts';

type Discount = Pick<
  CouponRecord,
  'discount_type' | 'discount_percent' | 'discount_in_cents' | 'free_trial_amount' | 'free_trial_unit'
>;

/** `20 %`, `$5.00, €4.50`, `1 month free`. */
export const discountInWords = (coupon: Discount): string => {
  switch (coupon.discount_type) {
    case 'percent':
      return `${coupon.discount_percent} %`;
    case 'dollars':
      return Object.entries(coupon.discount_in_cents ?? {})
        .map(([currency, cents]) => moneyOf(cents, currency))
        .join(', ');
    default:
      return `${spanInWords(coupon.free_trial_amount ?? 0, coupon.free_trial_unit ?? 'day')} free`;
  }
};

/** Returns in words how long a redeemed coupon takes something off. */
export const durationInWords = ({
  discount_type,
  duration,
  temporal_amount,
  temporal_unit,
}: Pick<CouponRecord, 'discount_type' | 'duration' | 'temporal_amount' | 'temporal_unit'>): string => {
  // A free trial is as long as it is, whatever the duration of a discount.
  if (discount_type === 'free_trial') return '';
  if (duration === 'single_use') return 'once';
  return duration === 'temporal' ? `for ${spanInWords(temporal_amount ?? 0, temporal_unit ?? 'month')}` : 'forever';
};
