import type { RedemptionRecord } from '../../domain/coupons/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needActiveRedemption, needRedemption } from '../../queries/coupons.ts';
import type { Seconds } from '../../values/time.ts';

type Deps = { readonly storage: Storage; readonly world: World };
type Find = (records: Records, now: Seconds) => Promise<RedemptionRecord>;

/** Ends a redemption, which still counts toward the limits of its coupon. Has no effect on one that has ended. */
const removing =
  ({ storage, world }: Deps) =>
  (caller: Caller, find: Find): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const at = caller.at;
      const held = await find(records, at);
      if (held.ended_at !== null) return;
      await records.redemptions.save({ ...held, ended_at: at, updated_at: at });
      const subject = `${held.coupon_code}/${held.account_code}`;
      await records.auditLog.append(auditEntry(world, caller, 'redemption.removed', subject));
    });

/** Removes a redemption of an account. Throws `not_found`. */
export const removeRedemption = (deps: Deps) => {
  const remove = removing(deps);
  return (caller: Caller, account_code: string, uuid: string): Promise<void> =>
    remove(caller, (records) => needRedemption(records, account_code, uuid));
};

/** Removes an account's redemption in force, the newest of several. Throws `not_found` without one. */
export const removeActiveRedemption = (deps: Deps) => {
  const remove = removing(deps);
  return (caller: Caller, account_code: string): Promise<void> =>
    remove(caller, (records, now) => needActiveRedemption(records, account_code, now));
};
