import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needUsage, refuseWhilePaying, type UsageOwner } from '../../queries/subscriptions/usages.ts';
import { Failure } from '../../values/failure.ts';

/** Deletes unbilled usage. Throws `not_found`, `usage_billed` and `simultaneous_request`. */
export const removeUsage =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, owner: UsageOwner, id: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const { usage } = await needUsage(records, owner, id);
      if (usage.billed_at !== null) throw new Failure('usage_billed', { value: id });
      await refuseWhilePaying(records, usage);
      await records.usages.remove(usage.key);
      await records.auditLog.append(auditEntry(world, caller, 'usage.removed', usage.key));
    });
