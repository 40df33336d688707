import { obligationNameIssues } from '../../domain/general-ledger/obligation-rules.ts';
import { MOST_OBLIGATIONS, ownObligationId } from '../../domain/general-ledger/obligations.ts';
import type { PerformanceObligationRecord } from '../../domain/general-ledger/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { refuse } from '../../values/failure.ts';

/** Adds an obligation to those of the site. Throws `Invalid`. */
export const addPerformanceObligation =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, name: string): Promise<PerformanceObligationRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      refuse(obligationNameIssues(name));
      const own = await records.performanceObligations.all();
      if (own.length >= MOST_OBLIGATIONS)
        refuse([{ field: 'site.performance_obligations', symbol: 'too_many', count: MOST_OBLIGATIONS }]);
      const added: PerformanceObligationRecord = {
        key: world.ids.uuid(),
        id: ownObligationId(await records.next('performance_obligation')),
        name,
        state: 'active',
        created_at: caller.at,
        updated_at: caller.at,
      };
      await records.performanceObligations.add(added);
      await records.auditLog.append(auditEntry(world, caller, 'performance_obligation.created', added.id));
      return added;
    });
