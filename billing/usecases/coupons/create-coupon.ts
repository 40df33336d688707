import { couponState, couponView, foldedCode, lastSecondOf, type ShownCoupon } from '../../domain/coupons/coupon.ts';
import { couponIssues, termOf, withoutIgnored } from '../../domain/coupons/input.ts';
import type { CouponRecord } from '../../domain/coupons/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { filled } from '../../resources/apply.ts';
import { type CouponInput, coupon } from '../../resources/coupon.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { type Issue, refuse } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';

/** Creates a coupon. Throws `Invalid`. */
export const createCoupon =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, { value, issues }: Submitted<CouponInput>): Promise<ShownCoupon> =>
    storage.transaction(caller.site.id, async (records) => {
      const at = caller.at;
      refuse([
        ...withoutIgnored(value, issues),
        ...couponIssues(caller.site, value, issues),
        ...(await unknownPlans(records, value)),
        ...(await unknownItems(records, value)),
        ...(await takenCode(records, value, at)),
      ]);
      const record = newCoupon(value, { key: world.ids.uuid(), id: await records.next('coupon'), at });
      await records.coupons.add(record);
      await records.auditLog.append(auditEntry(world, caller, 'coupon.created', record.coupon_code));
      return couponView({ coupon: record, unique: null }, at);
    });

const newCoupon = (
  input: CouponInput,
  { key, id, at }: { readonly key: string; readonly id: number; readonly at: Seconds },
): CouponRecord => {
  const given = filled(coupon, input);
  const bulk = given.coupon_type === 'bulk';
  const once = bulk && input.max_redemptions_per_account === undefined;
  return {
    ...given,
    ...termOf(input),
    // A client may send a map without amounts.
    discount_percent: given.discount_type === 'percent' ? given.discount_percent : null,
    discount_in_cents: given.discount_type === 'dollars' ? given.discount_in_cents : null,
    max_redemptions_per_account: once ? 1 : given.max_redemptions_per_account,
    unique_coupon_codes_count: bulk ? 0 : null,
    key,
    id,
    folded_code: foldedCode(given.coupon_code),
    redeemable_until: given.redeem_by_date === null ? null : lastSecondOf(given.redeem_by_date),
    redemption_count: 0,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
};

const unknownPlans = async ({ plans }: Records, { plan_codes }: CouponInput): Promise<Issue[]> => {
  for (const [index, code] of (plan_codes ?? []).entries()) {
    if (!(await plans.find(code)))
      return [{ field: `coupon.plan_codes[${index}]`, symbol: 'invalid', reason: 'unknown_plan' }];
  }
  return [];
};

const unknownItems = async ({ items }: Records, { item_codes }: CouponInput): Promise<Issue[]> => {
  for (const [index, code] of (item_codes ?? []).entries()) {
    if (!(await items.find(code))) return [{ field: `coupon.item_codes[${index}]`, symbol: 'not_found' }];
  }
  return [];
};

/**
 * Returns the issue of a taken code. A code can be reused once its coupon is no longer redeemable; a unique code never
 * can.
 */
const takenCode = async ({ coupons }: Records, { coupon_code }: CouponInput, now: Seconds): Promise<Issue[]> => {
  const found = coupon_code ? await coupons.find(coupon_code) : undefined;
  const taken = found && (found.unique !== null || couponState(found.coupon, now) === 'redeemable');
  return taken ? [{ field: 'coupon.coupon_code', symbol: 'taken' }] : [];
};
