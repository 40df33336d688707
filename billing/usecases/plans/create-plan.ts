import { refuse } from '../../failure.ts';
import type { PlanRecord } from '../../ports/plans.ts';
import type { Storage } from '../../ports/records.ts';
import type { Caller, World } from '../../ports/world.ts';
import { filled } from '../../resources/apply.ts';
import { type PlanInput, plan } from '../../resources/plan.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { eventOf } from '../../rules/journal.ts';
import { codeIssues } from '../../rules/plan.ts';
import { planPriceIssues, setupFees } from '../../rules/plan-prices.ts';
import { siteTime } from '../../site.ts';

/** Puts a plan on sale (reference "endpoints", Plans and add-ons). Throws `Invalid`, with `taken` for the code of another plan on sale. */
export const createPlan =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, { value, issues }: Submitted<PlanInput>): Promise<PlanRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const given = filled(plan, value);
      const prices = given.unit_amount_in_cents ?? {};
      refuse([
        ...issues,
        ...(await codeIssues(records, value.plan_code)),
        ...planPriceIssues(caller.site, value, prices),
      ]);
      const at = siteTime(caller.site, world.clock);
      const created: PlanRecord = {
        ...given,
        id: world.ids.uuid(),
        state: 'active',
        setup_fee_in_cents: setupFees(prices, given.setup_fee_in_cents),
        created_at: at,
        updated_at: at,
      };
      await records.plans.add(created);
      await records.events.append(eventOf(world, caller, 'plan.created', created.plan_code));
      return created;
    });
