import { assigneeName, type NamedAssignee, needAssignee } from '../../engine/dunning/need-assignee.ts';
import { recordUnassignment } from '../../engine/recording/dunning/assign.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { notFound } from '../../values/failure.ts';

/** Removes the dunning campaign of an account, a plan or the site. Throws `not_found` where none is assigned. */
export const unassignCampaign =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, from: NamedAssignee): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const name = assigneeName(from);
      const assignee = await needAssignee(records, from);
      if (!(await recordUnassignment(records, world, caller, { ...assignee, name }))) {
        throw notFound('DunningCampaign', 'assignee', name);
      }
    });
