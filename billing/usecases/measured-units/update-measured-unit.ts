import type { MeasuredUnitRecord } from '../../domain/plans/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { nameIssues, needMeasuredUnit } from '../../queries/catalogue/plans.ts';
import { changes } from '../../resources/apply.ts';
import { type MeasuredUnitInput, measuredUnit } from '../../resources/measured-unit.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';

/**
 * Updates the fields of a measured unit that the request contains. Throws `not_found`, `Invalid`, with `taken` for the
 * name of another one.
 */
export const updateMeasuredUnit =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, id: string, { value, issues }: Submitted<MeasuredUnitInput>): Promise<MeasuredUnitRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needMeasuredUnit(records, id);
      refuse([...issues, ...(await nameIssues(records, value, held))]);
      const updated: MeasuredUnitRecord = {
        ...held,
        ...changes(measuredUnit, value),
        updated_at: caller.at,
      };
      await records.measuredUnits.save(updated);
      await records.auditLog.append(auditEntry(world, caller, 'measured_unit.updated', id));
      return updated;
    });
