import type { CouponState } from '../../resources/coupon.ts';
import { DAY, type Seconds } from '../../values/time.ts';
import type { CouponRecord, FoundCoupon, UniqueCodeRecord } from './record.ts';

/** Folds a code for matching regardless of case. Some letters match only through their capitals. */
export const foldedCode = (code: string): string => code.toUpperCase().toLowerCase();

const PACIFIC = 'America/Los_Angeles';

/**
 * Returns the last second of a `redeem_by_date`: 23:59:59 Pacific time of that day. A date without a time is read as
 * midnight UTC, which in Pacific time is the day before; midnight UTC therefore names the day as it is written.
 */
export const lastSecondOf = (date: Seconds): Seconds => {
  const zone = date % DAY === 0 ? 'UTC' : PACIFIC;
  const day = Temporal.Instant.fromEpochMilliseconds(date * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDate();
  return day.add({ days: 1 }).toZonedDateTime(PACIFIC).epochMilliseconds / 1000 - 1;
};

/** Returns the day of a `redeem_by_date`, such as `2026-12-31`: it is the last one on which a code is accepted. */
export const redeemByDay = (date: Seconds): string =>
  Temporal.Instant.fromEpochMilliseconds(lastSecondOf(date) * 1000)
    .toZonedDateTimeISO(PACIFIC)
    .toPlainDate()
    .toString();

type Dated = Pick<CouponRecord, 'deleted_at' | 'redeemable_until' | 'max_redemptions' | 'redemption_count'>;

export const couponState = (
  { deleted_at, redeemable_until, max_redemptions, redemption_count }: Dated,
  now: Seconds,
): CouponState => {
  if (deleted_at !== null) return 'inactive';
  if (redeemable_until !== null && redeemable_until < now) return 'expired';
  return max_redemptions !== null && redemption_count >= max_redemptions ? 'maxed_out' : 'redeemable';
};

/** Returns the state of a coupon, or of one of its codes: a code works once, and never after its coupon. */
export const stateOf = ({ coupon, unique }: FoundCoupon, now: Seconds): CouponState => {
  if (unique && unique.redeemed_at !== null) return 'maxed_out';
  return unique && unique.deleted_at !== null ? 'inactive' : couponState(coupon, now);
};

export type CodeState = 'unused' | 'redeemed' | 'revoked';

/** Returns what became of a unique code, whatever the state of its coupon. */
export const codeState = ({
  redeemed_at,
  deleted_at,
}: Pick<UniqueCodeRecord, 'redeemed_at' | 'deleted_at'>): CodeState => {
  if (redeemed_at !== null) return 'redeemed';
  return deleted_at === null ? 'unused' : 'revoked';
};

/** Whether a customer can redeem it. A bulk coupon is redeemed by its unique codes alone. */
export const isRedeemable = (found: FoundCoupon, now: Seconds): boolean =>
  stateOf(found, now) === 'redeemable' && (found.unique !== null || found.coupon.coupon_type !== 'bulk');

/** Whether it discounts items that are sold under a plan. */
export const covers = (
  { applies_to_all_plans, plan_codes }: Pick<CouponRecord, 'applies_to_all_plans' | 'plan_codes'>,
  plan_code: string,
): boolean => applies_to_all_plans || plan_codes.includes(plan_code);

/** The charges and the items of an order that coupons may discount besides plans. */
export interface SoldBesidesPlans {
  /** The items of one-time charges, and whether there are charges that sell none. */
  readonly items: ReadonlySet<string>;
  readonly others: boolean;
  /** The items of add-ons. */
  readonly addOnItems: ReadonlySet<string>;
}

/** Returns the codes of the items that lines or add-ons sell. */
export const itemsOf = (sold: readonly { readonly item_code?: string | null }[]): ReadonlySet<string> =>
  new Set(sold.flatMap(({ item_code }) => item_code || []));

/** Whether it discounts one-time charges, or add-ons by their items. */
export const coversBesidesPlans = (
  coupon: Pick<CouponRecord, 'applies_to_non_plan_charges' | 'applies_to_all_items' | 'item_codes'>,
  { items, others, addOnItems }: SoldBesidesPlans,
): boolean => {
  const namesItems = coupon.applies_to_all_items || coupon.item_codes.length > 0;
  if (coupon.applies_to_non_plan_charges && (others || (!namesItems && items.size > 0))) return true;
  const sold = items.union(addOnItems);
  return coupon.applies_to_all_items ? sold.size > 0 : coupon.item_codes.some((code) => sold.has(code));
};

/** Returns the months of a temporal coupon for older clients; null if it is not counted in months. */
export const appliesForMonths = ({
  temporal_amount,
  temporal_unit,
}: Pick<CouponRecord, 'temporal_amount' | 'temporal_unit'>): number | null =>
  temporal_unit === 'month' ? temporal_amount : null;

/** Returns a coupon as clients see it. A unique code is shown as a coupon of its own. */
export const couponView = (found: FoundCoupon, now: Seconds) => {
  const { coupon, unique } = found;
  const shown = {
    ...coupon,
    state: stateOf(found, now),
    single_use: coupon.duration === 'single_use',
    applies_for_months: appliesForMonths(coupon),
  };
  if (!unique) return { ...shown, restorable: shown.state !== 'redeemable' };
  const { key, id, coupon_code, created_at, updated_at, deleted_at, redeemed_at } = unique;
  return {
    ...shown,
    key,
    id,
    coupon_code,
    created_at,
    updated_at,
    deleted_at: deleted_at ?? coupon.deleted_at,
    coupon_type: 'unique_code' as const,
    bulk_coupon_code: coupon.coupon_code,
    unique_code_template: null,
    unique_coupon_codes_count: null,
    max_redemptions: 1,
    restorable: deleted_at !== null && redeemed_at === null && couponState(coupon, now) === 'redeemable',
  };
};

export type ShownCoupon = ReturnType<typeof couponView>;
