import { refuseBuiltIn } from '../../domain/general-ledger/obligation-rules.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needPerformanceObligation } from '../../queries/books/general-ledger.ts';

/**
 * Removes an obligation of the site: it is no longer accepted or listed, and what refers to it keeps its id. Throws
 * `not_found`, `performance_obligation_built_in`.
 */
export const removePerformanceObligation =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, id: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      refuseBuiltIn(id);
      const held = await needPerformanceObligation(records, id);
      await records.performanceObligations.save({ ...held, state: 'inactive', updated_at: caller.at });
      await records.auditLog.append(auditEntry(world, caller, 'performance_obligation.removed', id));
    });
