import { assigneeName, type NamedAssignee, needAssignee } from '../../engine/dunning/need-assignee.ts';
import { recordAssignment } from '../../engine/recording/dunning/assign.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needCampaign } from '../../queries/dunning/dunning.ts';

/**
 * Assigns a dunning campaign to an account, a plan or the site, and replaces an earlier assignment. Throws `not_found`.
 */
export const assignCampaign =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string, to: NamedAssignee): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const campaign = await needCampaign(records, code);
      const assignee = await needAssignee(records, to);
      await recordAssignment(records, world, caller, campaign, { ...assignee, name: assigneeName(to) });
    });
