import { endRedemption } from '../../engine/recording/coupons/end-redemption.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needRedemption } from '../../queries/catalogue/coupons.ts';

/** Ends a redemption of an account. Has no effect on one that has ended. Throws `not_found`. */
export const removeRedemption =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, account_code: string, uuid: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) =>
      endRedemption(records, world, caller, await needRedemption(records, account_code, uuid)),
    );
