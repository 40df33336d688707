import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needFailedItem } from '../../queries/due.ts';

/**
 * Dismisses a failed item: no worker attempts it again unless an operator retries it, or it becomes due at another
 * moment. Throws `not_found`.
 */
export const dismissFailedWork =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, kind: string, id: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const item = await needFailedItem(records, kind, id);
      await records.due.fail({ ...item, status: 'dismissed', retry_at_ms: null });
      await records.auditLog.append(auditEntry(world, caller, 'due_work.dismissed', `${kind} ${id}`));
    });
