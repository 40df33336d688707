import { IMPORT_TABLES } from '../../domain/imports/tables.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { ImportFiles } from '../../ports/import-files.ts';
import { type CheckedBusiness, checkBusiness } from './check-business.ts';
import { importCatalogue } from './import-catalogue.ts';
import { importCustomers } from './import-customers.ts';
import type { ImportDeps } from './import-deps.ts';
import type { ImportedCount, ImportOutcome } from './import-run.ts';
import { importOwed, importRedemptions, importSubscriptions } from './import-sold.ts';

export interface ImportedBusiness extends Pick<CheckedBusiness, 'problems' | 'count'> {
  /** Counts by file; empty where there are problems. */
  readonly files: Readonly<Record<string, ImportedCount>>;
}

/**
 * Brings a business over: checks its files as a whole, and then writes their records, which stay on hold until they are
 * started. Writes nothing where anything is wrong. What is there already is left as it is, so that the same files can
 * be imported again after an interruption. It sends no events and no mail. `progress` is called after each row.
 * Throws `GatewayUnanswered`, and what use cases throw if the site changes meanwhile.
 */
export const importBusiness =
  (deps: ImportDeps) =>
  async (
    caller: Caller,
    files: ImportFiles,
    progress: (rows: number) => void = () => {},
  ): Promise<ImportedBusiness> => {
    const { problems, count } = await checkBusiness(deps)(caller, files);
    if (count > 0) return { problems, count, files: {} };
    const counts: Record<string, ImportedCount> = {};
    let rows = 0;
    const note = (file: string, outcome: ImportOutcome): void => {
      counts[file] ??= { imported: 0, unchanged: 0, left_out: 0 };
      counts[file][outcome] += 1;
      rows += 1;
      progress(rows);
    };
    const run = { deps, caller, files, note };
    await importCatalogue(run);
    await importCustomers(run);
    // Before the subscriptions, whose recurring revenue is less by them.
    await importRedemptions(run);
    await importSubscriptions(run);
    await importOwed(run);
    const inOrder = Object.fromEntries(
      IMPORT_TABLES.flatMap(({ file }) => (counts[file] ? [[file, counts[file]]] : [])),
    );
    if (Object.values(inOrder).some(({ imported }) => imported > 0)) {
      await deps.storage.transaction(caller.site.id, (records) =>
        records.auditLog.append(auditEntry(deps.world, caller, 'import.run', JSON.stringify(inOrder))),
      );
    }
    return { problems, count, files: inOrder };
  };
