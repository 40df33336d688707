import { couponState, couponView, lastSecondOf, type ShownCoupon } from '../../domain/coupons/coupon.ts';
import type { CouponRecord } from '../../domain/coupons/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needCoupon } from '../../queries/catalogue/coupons.ts';
import { changes } from '../../resources/apply.ts';
import { type CouponInput, coupon } from '../../resources/coupon.ts';
import { immutableIssues } from '../../resources/immutable.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { Failure, refuse } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';

/**
 * Updates the fields of a redeemable coupon that the request contains. Throws `not_found`,
 * `attributes_not_allowed`, `coupon_not_redeemable`, and `Invalid`, also for a unique code, which has no fields of its
 * own to update.
 */
export const updateCoupon =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string, { value, issues }: Submitted<CouponInput>): Promise<ShownCoupon> =>
    storage.transaction(caller.site.id, async (records) => {
      const { coupon: held, unique } = await needCoupon(records, code);
      const at = caller.at;
      if (!unique) refuseRewritten(held, value, at);
      refuse([
        ...issues,
        ...(unique ? [{ field: 'coupon.base', symbol: 'invalid', reason: 'coupon_cannot_change' } as const] : []),
      ]);
      if (couponState(held, at) !== 'redeemable') throw new Failure('coupon_not_redeemable', { value: code });
      const changed = changedCoupon(held, value, at);
      await records.coupons.save(changed);
      await records.auditLog.append(auditEntry(world, caller, 'coupon.updated', held.coupon_code));
      return couponView({ coupon: changed, unique: null }, at);
    });

/** Throws `attributes_not_allowed` for a change of a field that can only be set on creation. */
export const refuseRewritten = (held: CouponRecord, input: CouponInput, at: Seconds): void => {
  const [rewritten] = immutableIssues(coupon, couponView({ coupon: held, unique: null }, at), input);
  const name = rewritten?.field.split('.').at(-1);
  if (name) throw new Failure('attributes_not_allowed', { name });
};

export const changedCoupon = (held: CouponRecord, input: CouponInput, at: Seconds): CouponRecord => {
  const changed = { ...held, ...changes(coupon, input), updated_at: at };
  return {
    ...changed,
    redeemable_until: changed.redeem_by_date === null ? null : lastSecondOf(changed.redeem_by_date),
  };
};
