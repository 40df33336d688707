import type { MeasuredUnitRecord } from '../../domain/plans/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { nameIssues } from '../../queries/catalogue/plans.ts';
import { filled } from '../../resources/apply.ts';
import { type MeasuredUnitInput, measuredUnit } from '../../resources/measured-unit.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';

/** Creates a unit in which usage is measured. Throws `Invalid`, with `taken` for the name of another one. */
export const createMeasuredUnit =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, { value, issues }: Submitted<MeasuredUnitInput>): Promise<MeasuredUnitRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      refuse([...issues, ...(await nameIssues(records, value))]);
      const at = caller.at;
      const created: MeasuredUnitRecord = {
        ...filled(measuredUnit, value),
        key: world.ids.uuid(),
        id: await records.next('measured_unit'),
        state: 'active',
        created_at: at,
        updated_at: at,
      };
      await records.measuredUnits.add(created);
      await records.auditLog.append(auditEntry(world, caller, 'measured_unit.created', String(created.id)));
      return created;
    });
