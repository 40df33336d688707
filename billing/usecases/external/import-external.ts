import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { judgeExternalRecords } from '../../engine/recording/external/judge-external-records.ts';
import { type ImportedCounts, saveExternalRecords } from '../../engine/recording/external/save-external-records.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { ExternalImport } from '../../resources/external-import.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';

/**
 * Records what app stores have told: all of it, or nothing. A record that is known by its name at the store is updated,
 * so that the same file can be imported again. Throws `Invalid` with every problem of the file.
 */
export const importExternal =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, { value, issues }: Submitted<ExternalImport>): Promise<ImportedCounts> =>
    storage.transaction(caller.site.id, async (records) => {
      refuse([...issues, ...(await judgeExternalRecords(records, value))]);
      const counts = await saveExternalRecords(records, world, caller.at, value);
      await records.auditLog.append(auditEntry(world, caller, 'external.imported', JSON.stringify(counts)));
      return counts;
    });
