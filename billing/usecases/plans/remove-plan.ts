import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needPlan } from '../../queries/catalogue/plans.ts';

/**
 * Deletes a plan: it is no longer found, its code can be reused, and existing subscriptions continue. Throws
 * `not_found`.
 */
export const removePlan =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, plan_code: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needPlan(records, plan_code);
      await records.plans.save({ ...held, state: 'inactive', updated_at: caller.at });
      await records.auditLog.append(auditEntry(world, caller, 'plan.removed', plan_code));
    });
