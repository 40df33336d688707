import { campaignToAssign, recordAssignment } from '../../engine/recording/dunning/assign.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { unknownCampaign } from '../../queries/dunning/dunning.ts';
import type { CampaignPlansInput } from '../../resources/dunning-campaign.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';

/**
 * Assigns the dunning campaign with an id of the API to plans, in place of earlier ones; other plans keep theirs.
 * Throws `not_found`, and `Invalid` for a plan that is not sold.
 */
export const assignToPlans =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, public_id: string, { value, issues }: Submitted<CampaignPlansInput>): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const campaign = await campaignToAssign(records, world, caller, public_id);
      if (!campaign) throw unknownCampaign(public_id);
      const codes = value.plan_codes ?? [];
      const plans = await Promise.all(codes.map((code) => records.plans.find(code)));
      refuse([
        ...issues,
        ...(codes.length === 0 && issues.length === 0
          ? [{ field: 'dunning_campaign.plan_codes', symbol: 'empty' } as const]
          : []),
        ...codes.flatMap((_, at) =>
          plans[at] ? [] : [{ field: `dunning_campaign.plan_codes[${at}]`, symbol: 'not_found' } as const],
        ),
      ]);
      for (const plan of plans) {
        if (!plan) continue;
        const name = `plan ${plan.plan_code}`;
        await recordAssignment(records, world, caller, campaign, { assignee: 'plan', assignee_id: plan.id, name });
      }
    });
