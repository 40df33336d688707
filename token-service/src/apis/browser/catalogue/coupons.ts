import { appliesForMonths } from '@service/billing/domain/coupons/coupon.ts';
import { trialOf } from '@service/billing/domain/coupons/discounts.ts';
import type { FoundCoupon } from '@service/billing/domain/coupons/record.ts';
import { findRedeemableCoupon } from '@service/billing/queries/catalogue/coupons.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import type { CouponDocument } from '@service/billing/values/catalogue/browser.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { Form } from '../../../http/bodies/form.ts';
import { Refusal } from '../refusal.ts';
import type { LookUpLimits } from '../within-limits.ts';
import { intervalDocument, majorUnits } from './plan-document.ts';

/** A shopper tries a few codes; more attempts are guessing. */
export const COUPON_LIMITS: LookUpLimits = { perAddress: 100, perKey: 20_000, seconds: 600 };

/**
 * Returns a coupon, or a unique code of one, that is redeemable now, as JSON. The page checks whether it applies to the
 * chosen plan and currency, because it looks the coupon up only once. Throws `unknown-coupon` for any other code,
 * without a reason.
 */
export const coupons = ({ clock, ...deps }: QueryDeps & { readonly clock: SystemClock }) => {
  const find = findRedeemableCoupon(deps);
  return async (site: Site, { code = '' }: Form): Promise<string> => {
    const found = await find({ site, at: siteTime(site, clock) }, code);
    if (!found) throw new Refusal('unknown-coupon');
    return JSON.stringify(couponDocument(site, found));
  };
};

/** The public part of a coupon: without its limits, its expiry and its redemptions. */
export const couponDocument = (site: Pick<Site, 'currencies'>, { coupon, unique }: FoundCoupon): CouponDocument => {
  const trial = trialOf(coupon);
  return {
    code: unique?.coupon_code ?? coupon.coupon_code,
    name: coupon.name,
    discount: discountOf(site, coupon),
    ...(trial && { trial: intervalDocument(trial.unit, trial.length) }),
    single_use: coupon.duration === 'single_use',
    duration: coupon.duration,
    temporal_unit: coupon.temporal_unit,
    temporal_amount: coupon.temporal_amount,
    applies_for_months: appliesForMonths(coupon),
    plans: coupon.plan_codes,
    applies_to_plans: coupon.applies_to_all_plans || coupon.plan_codes.length > 0,
    applies_to_all_plans: coupon.applies_to_all_plans,
    applies_to_non_plan_charges: coupon.applies_to_non_plan_charges,
    redemption_resource: coupon.redemption_resource,
  };
};

const discountOf = (
  { currencies }: Pick<Site, 'currencies'>,
  { discount_type, discount_percent, discount_in_cents }: FoundCoupon['coupon'],
): CouponDocument['discount'] => {
  if (discount_type === 'free_trial') return { type: 'free_trial', amount: {} };
  if (discount_type === 'percent') {
    const percent = discount_percent ?? 0;
    return { type: 'percent', rate: percent / 100, percent };
  }
  const offered = Object.entries(discount_in_cents ?? {}).filter(([currency]) => currencies.includes(currency));
  return {
    type: 'dollars',
    amount: Object.fromEntries(offered.map(([currency, cents]) => [currency, majorUnits(cents, currency)])),
    amount_in_cents: Object.fromEntries(offered),
  };
};
