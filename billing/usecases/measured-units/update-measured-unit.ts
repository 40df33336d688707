import { refuse } from '../../failure.ts';
import type { MeasuredUnitRecord } from '../../ports/plans.ts';
import type { Storage } from '../../ports/records.ts';
import type { Caller, World } from '../../ports/world.ts';
import { changes } from '../../resources/apply.ts';
import { type MeasuredUnitInput, measuredUnit } from '../../resources/measured-unit.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { eventOf } from '../../rules/journal.ts';
import { nameIssues, needMeasuredUnit } from '../../rules/measured-unit.ts';
import { siteTime } from '../../site.ts';

/** Changes what was sent of a measured unit. Throws `not_found`, `Invalid`, with `taken` for the name of another. */
export const updateMeasuredUnit =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, id: string, { value, issues }: Submitted<MeasuredUnitInput>): Promise<MeasuredUnitRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needMeasuredUnit(records, id);
      refuse([...issues, ...(await nameIssues(records, value, held))]);
      const updated: MeasuredUnitRecord = {
        ...held,
        ...changes(measuredUnit, value),
        updated_at: siteTime(caller.site, world.clock),
      };
      await records.measuredUnits.save(updated);
      await records.events.append(eventOf(world, caller, 'measured_unit.updated', id));
      return updated;
    });
