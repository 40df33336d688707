import { endRedemption } from '../../engine/recording/coupons/end-redemption.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needActiveRedemption } from '../../queries/catalogue/coupons.ts';

/** Ends an account's redemption in force, the newest of several. Throws `not_found` without one. */
export const removeActiveRedemption =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, account_code: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) =>
      endRedemption(records, world, caller, await needActiveRedemption(records, account_code, caller.at)),
    );
