import { assigneeName, type NamedAssignee, needAssignee } from '../../engine/dunning/need-assignee.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { notFound } from '../../values/failure.ts';

/** Removes the dunning campaign of an account, a plan or the site. Throws `not_found` where none is assigned. */
export const unassignCampaign =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, from: NamedAssignee): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const { assignee, assignee_id } = await needAssignee(records, from);
      const name = assigneeName(from);
      const before = await records.dunning.assigned(assignee, assignee_id);
      if (!(await records.dunning.unassign(assignee, assignee_id))) {
        throw notFound('DunningCampaign', 'assignee', name);
      }
      await records.auditLog.append(
        auditEntry(world, caller, 'dunning_campaign.unassigned', name, {
          campaign: { from: before?.code ?? null, to: null },
        }),
      );
    });
