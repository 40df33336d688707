import { mergedCustomFields } from '../../domain/custom-fields/definition.ts';
import { planPriceIssues, setupFeeIssues, setupFees } from '../../domain/plans/prices.ts';
import { firstPrices, rampIssues } from '../../domain/plans/ramp.ts';
import type { PlanRecord } from '../../domain/plans/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { assignSentCampaign, sentCampaignIssues } from '../../engine/recording/dunning/assign.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { ledgerReferenceIssues } from '../../queries/books/general-ledger.ts';
import { codeIssues, needPlan } from '../../queries/catalogue/plans.ts';
import { sentCustomFieldIssues } from '../../queries/settings/custom-fields.ts';
import { filled } from '../../resources/apply.ts';
import { type PlanInput, plan } from '../../resources/plan.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { type Issue, refuse } from '../../values/failure.ts';

const PLAN = { relatedType: 'plan', path: 'plan' } as const;

/** Creates a plan. Throws `Invalid`, with `taken` for the code of another active plan. */
export const createPlan =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, { value, issues }: Submitted<PlanInput>): Promise<PlanRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const given = filled(plan, value);
      const ramps = given.pricing_model === 'ramp';
      const prices = ramps ? firstPrices(given) : (given.unit_amount_in_cents ?? {});
      refuse([
        ...issues,
        ...(await codeIssues(records, value.plan_code)),
        ...rampIssues(caller.site, value, given),
        ...(ramps || isUnread(issues)
          ? setupFeeIssues(caller.site, value.setup_fee_in_cents, prices)
          : planPriceIssues(caller.site, value, prices)),
        ...(await sentCustomFieldIssues(records, caller.site, PLAN, value.custom_fields)),
        ...(await sentCampaignIssues(records, 'plan.dunning_campaign_id', value.dunning_campaign_id)),
        ...(await ledgerReferenceIssues(records, 'plan', value)),
        ...(await ledgerReferenceIssues(records, 'plan', value, 'setup_fee_')),
      ]);
      const at = caller.at;
      const created: PlanRecord = {
        ...given,
        custom_fields: mergedCustomFields([], value.custom_fields),
        id: world.ids.uuid(),
        state: 'active',
        unit_amount_in_cents: prices,
        setup_fee_in_cents: setupFees(prices, given.setup_fee_in_cents),
        created_at: at,
        updated_at: at,
      };
      await records.plans.add(created);
      await records.auditLog.append(auditEntry(world, caller, 'plan.created', created.plan_code));
      const { id, plan_code } = created;
      const assignee = { assignee: 'plan', assignee_id: id, name: `plan ${plan_code}` } as const;
      await assignSentCampaign(records, world, caller, assignee, value.dunning_campaign_id);
      return needPlan(records, plan_code);
    });

/** Whether the request has a price that could not be read, which its issues say already. */
const isUnread = (issues: readonly Issue[]): boolean =>
  issues.some(({ field }) => field.startsWith('plan.unit_amount_in_cents'));
