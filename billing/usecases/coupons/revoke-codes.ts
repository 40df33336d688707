import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needBulkCoupon } from '../../queries/catalogue/coupons.ts';

/**
 * Makes all unique codes of a bulk coupon inactive that were not redeemed; redemptions stay, and more codes can be
 * generated. Returns how many it revoked. Throws `not_found`, `Invalid` unless it is a bulk coupon.
 */
export const revokeCodes =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string): Promise<number> =>
    storage.transaction(caller.site.id, async (records) => {
      const { key, coupon_code } = await needBulkCoupon(records, code);
      const { unused } = await records.coupons.codes.counts(key);
      const revoked = await records.coupons.codes.revokeUnused(key, caller.at);
      const changes = { unused_codes: { from: unused, to: unused - revoked } };
      await records.auditLog.append(auditEntry(world, caller, 'coupon.codes_revoked', coupon_code, changes));
      return revoked;
    });
