import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needFailedItem } from '../../queries/work/due.ts';
import { type Issue, refuse } from '../../values/failure.ts';

/**
 * Dismisses a failed item: no worker attempts it again unless an operator retries it, or it becomes due at another
 * moment. The audit log has the reason that is given. Throws `not_found`, and `Invalid` for a reason that is blank or
 * longer than 2,000 characters.
 */
export const dismissFailedWork =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, kind: string, id: string, reason?: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      if (reason !== undefined) refuse(reasonIssues(reason));
      const item = await needFailedItem(records, kind, id);
      await records.due.fail({ ...item, status: 'dismissed', retry_at_ms: null });
      const changes = {
        status: { from: item.status, to: 'dismissed' },
        ...(reason === undefined ? {} : { reason: { from: null, to: reason } }),
      };
      await records.auditLog.append(auditEntry(world, caller, 'due_work.dismissed', `${kind} ${id}`, changes));
    });

const LONGEST_REASON = 2_000;

const reasonIssues = (reason: string): Issue[] => {
  if (reason.trim() === '') return [{ field: 'due_work.reason', symbol: 'blank' }];
  return reason.length > LONGEST_REASON
    ? [{ field: 'due_work.reason', symbol: 'too_long', count: LONGEST_REASON }]
    : [];
};
