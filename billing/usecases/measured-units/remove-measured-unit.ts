import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needMeasuredUnit } from '../../queries/catalogue/plans.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Deletes a measured unit; its name can be reused. Throws `not_found`, and `measured_unit_in_use` while an active
 * add-on uses it.
 */
export const removeMeasuredUnit =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, id: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needMeasuredUnit(records, id);
      if (await records.measuredUnits.inUse(held.id)) throw new Failure('measured_unit_in_use', { value: held.name });
      const at = caller.at;
      await records.measuredUnits.save({ ...held, state: 'inactive', updated_at: at });
      await records.auditLog.append(auditEntry(world, caller, 'measured_unit.removed', id));
    });
