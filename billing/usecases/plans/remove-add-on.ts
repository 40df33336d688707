import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needAddOn } from '../../queries/catalogue/plans.ts';

/** Deletes an add-on of a plan; its code can be reused, and existing subscriptions keep it. Throws `not_found`. */
export const removeAddOn =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, plan_code: string, add_on_code: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needAddOn(records, plan_code, add_on_code);
      await records.addOns.save({ ...held, state: 'inactive', updated_at: caller.at });
      await records.auditLog.append(auditEntry(world, caller, 'add_on.removed', `${plan_code}/${add_on_code}`));
    });
