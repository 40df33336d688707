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
import { changes, mergedAmounts } from '../../resources/apply.ts';
import { immutableIssues } from '../../resources/immutable.ts';
import { type PlanInput, plan } from '../../resources/plan.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';

const PLAN = { relatedType: 'plan', path: 'plan' } as const;

/**
 * Updates the fields of a plan that the request contains. Amounts change in the currencies of the request. Existing
 * subscriptions keep their price, and coupons for the plan follow a change of its code. Throws `not_found`, `Invalid`,
 * with `taken` for the code of another active plan and `immutable` for a different interval.
 */
export const updatePlan =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, plan_code: string, { value, issues }: Submitted<PlanInput>): Promise<PlanRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needPlan(records, plan_code);
      const changed = changes(plan, value);
      const ramp_intervals = value.ramp_intervals?.length ? (changed.ramp_intervals ?? []) : held.ramp_intervals;
      const ramps = held.pricing_model === 'ramp';
      const prices = ramps
        ? firstPrices({ ramp_intervals })
        : mergedAmounts(held.unit_amount_in_cents, value.unit_amount_in_cents ?? {});
      refuse([
        ...issues,
        ...immutableIssues(plan, held, value),
        ...(await codeIssues(records, value.plan_code, held)),
        ...rampIssues(caller.site, value, { ...held, ramp_intervals }, held),
        ...(ramps
          ? setupFeeIssues(caller.site, value.setup_fee_in_cents, prices, held.setup_fee_in_cents)
          : planPriceIssues(caller.site, value, prices, held)),
        ...(await sentCustomFieldIssues(records, caller.site, PLAN, value.custom_fields, held.custom_fields)),
        ...(await sentCampaignIssues(records, 'plan.dunning_campaign_id', value.dunning_campaign_id)),
        ...(await ledgerReferenceIssues(records, 'plan', value)),
        ...(await ledgerReferenceIssues(records, 'plan', value, 'setup_fee_')),
      ]);
      const { setup_fee_in_cents: fees } = value;
      const updated: PlanRecord = {
        ...held,
        ...changed,
        ramp_intervals,
        custom_fields: mergedCustomFields(held.custom_fields, value.custom_fields),
        unit_amount_in_cents: prices,
        setup_fee_in_cents: setupFees(prices, fees === null ? {} : mergedAmounts(held.setup_fee_in_cents, fees ?? {})),
        updated_at: caller.at,
      };
      await records.plans.save(updated);
      if (updated.plan_code !== plan_code) {
        await records.coupons.renamePlan(plan_code, updated.plan_code, updated.updated_at);
      }
      await records.auditLog.append(auditEntry(world, caller, 'plan.updated', updated.plan_code));
      const { id, plan_code: code } = updated;
      const assignee = { assignee: 'plan', assignee_id: id, name: `plan ${code}` } as const;
      await assignSentCampaign(records, world, caller, assignee, value.dunning_campaign_id);
      return needPlan(records, code);
    });
