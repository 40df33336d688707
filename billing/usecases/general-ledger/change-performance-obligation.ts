import { changesBetween } from '../../domain/audit-log/changes.ts';
import { obligationNameIssues, refuseBuiltIn } from '../../domain/general-ledger/obligation-rules.ts';
import type { PerformanceObligationRecord } from '../../domain/general-ledger/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needPerformanceObligation } from '../../queries/books/general-ledger.ts';
import { refuse } from '../../values/failure.ts';

/** Renames an obligation of the site. Throws `not_found`, `performance_obligation_built_in`, `Invalid`. */
export const changePerformanceObligation =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, id: string, name: string): Promise<PerformanceObligationRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      refuseBuiltIn(id);
      const held = await needPerformanceObligation(records, id);
      refuse(obligationNameIssues(name));
      const changed: PerformanceObligationRecord = { ...held, name, updated_at: caller.at };
      await records.performanceObligations.save(changed);
      await records.auditLog.append(
        auditEntry(world, caller, 'performance_obligation.updated', id, changesBetween(held, changed, ['name'])),
      );
      return changed;
    });
