import type { DueKindName } from '../../domain/due/kinds.ts';
import { allowMissedStep } from '../../engine/dunning/missed-steps.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { allowCatchUp } from '../../engine/subscriptions/catch-up.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needFailedItem } from '../../queries/work/due.ts';

/**
 * Makes a failed, parked or dismissed item due again at once, as if it had never failed. A subscription that was parked
 * can bill missed periods again, and a missed final action of dunning is taken. Throws `not_found`.
 */
export const retryFailedWork =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, kind: string, id: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const item = await needFailedItem(records, kind, id);
      await records.due.clear(item.kind, item.id);
      if (kind === ('subscription_boundary' satisfies DueKindName)) await allowCatchUp(records, id);
      if (kind === ('dunning' satisfies DueKindName)) await allowMissedStep(records, id, caller.at);
      records.due.wake();
      await records.auditLog.append(auditEntry(world, caller, 'due_work.retried', `${kind} ${id}`));
    });
