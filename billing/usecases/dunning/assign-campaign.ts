import { assigneeName, type NamedAssignee, needAssignee } from '../../engine/dunning/need-assignee.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needCampaign } from '../../queries/dunning.ts';

/**
 * Assigns a dunning campaign to an account, a plan or the site, and replaces an earlier assignment. Throws `not_found`.
 */
export const assignCampaign =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string, to: NamedAssignee): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const { id: campaign_id } = await needCampaign(records, code);
      const assignment = await needAssignee(records, to);
      const before = await records.dunning.assigned(assignment.assignee, assignment.assignee_id);
      await records.dunning.assign({ ...assignment, campaign_id });
      const changes = { campaign: { from: before?.code ?? null, to: code } };
      const entry = auditEntry(world, caller, 'dunning_campaign.assigned', `${code} to ${assigneeName(to)}`, changes);
      await records.auditLog.append(entry);
    });
