import { stateOf } from '../../domain/coupons/coupon.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needCoupon } from '../../queries/catalogue/coupons.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Makes a redeemable coupon, or one of its unique codes, inactive; redemptions stay. Throws `not_found`,
 * `coupon_not_redeemable`.
 */
export const expireCoupon =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const found = await needCoupon(records, code);
      const at = caller.at;
      if (stateOf(found, at) !== 'redeemable') throw new Failure('coupon_not_redeemable', { value: code });
      const { coupon, unique } = found;
      if (unique) await records.coupons.codes.save({ ...unique, deleted_at: at, updated_at: at });
      else await records.coupons.save({ ...coupon, deleted_at: at, updated_at: at });
      await records.auditLog.append(auditEntry(world, caller, 'coupon.expired', code));
    });
