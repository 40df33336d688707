import { couponState, couponView, type ShownCoupon } from '../../domain/coupons/coupon.ts';
import type { CouponRecord, FoundCoupon } from '../../domain/coupons/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needCoupon } from '../../queries/catalogue/coupons.ts';
import type { CouponInput } from '../../resources/coupon.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { Failure, type Issue, refuse } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { changedCoupon, refuseRewritten } from './update-coupon.ts';

/**
 * Makes a coupon redeemable again, or a single unique code whose coupon is redeemable. Throws `not_found`;
 * `active_coupon`; `coupon_not_redeemable` for a code that was redeemed, or whose coupon is not redeemable;
 * `Invalid` if its date is still in the past or its limit is still reached.
 */
export const restoreCoupon =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string, sent: Submitted<CouponInput>): Promise<ShownCoupon> =>
    storage.transaction(caller.site.id, async (records) => {
      const found = await needCoupon(records, code);
      const at = caller.at;
      refuse(sent.issues);
      const restored = found.unique
        ? restoredCode(found, sent.value, code, at)
        : restoredCoupon(found.coupon, sent.value, at);
      if (restored.unique) await records.coupons.codes.save(restored.unique);
      else await records.coupons.save(restored.coupon);
      await records.auditLog.append(auditEntry(world, caller, 'coupon.restored', code));
      return couponView(restored, at);
    });

const restoredCoupon = (held: CouponRecord, input: CouponInput, at: Seconds): FoundCoupon => {
  refuseRewritten(held, input, at);
  if (couponState(held, at) === 'redeemable') throw new Failure('active_coupon', { value: held.coupon_code });
  const coupon = { ...changedCoupon(held, input, at), deleted_at: null };
  const { redeemable_until, max_redemptions, redemption_count } = coupon;
  const issues: Issue[] = [
    ...(redeemable_until !== null && redeemable_until < at
      ? [{ field: 'coupon.redeem_by_date', symbol: 'in_past' as const }]
      : []),
    ...(max_redemptions !== null && max_redemptions <= redemption_count
      ? [{ field: 'coupon.max_redemptions', symbol: 'too_low' as const, count: redemption_count }]
      : []),
  ];
  refuse(issues);
  return { coupon, unique: null };
};

const restoredCode = ({ coupon, unique }: FoundCoupon, input: CouponInput, code: string, at: Seconds): FoundCoupon => {
  if (!unique || unique.redeemed_at !== null || couponState(coupon, at) !== 'redeemable') {
    throw new Failure('coupon_not_redeemable', { value: code });
  }
  if (unique.deleted_at === null) throw new Failure('active_coupon', { value: code });
  const { currency: _, ...sent } = input;
  if (Object.keys(sent).length > 0)
    refuse([{ field: 'coupon.base', symbol: 'invalid', reason: 'coupon_cannot_change' }]);
  return { coupon, unique: { ...unique, deleted_at: null, updated_at: at } };
};
