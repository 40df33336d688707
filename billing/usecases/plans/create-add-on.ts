import { itemAddOnIssues, withItemFields } from '../../domain/items/item-add-on.ts';
import { addOnIssues } from '../../domain/plans/add-on.ts';
import { sortedByCurrency } from '../../domain/plans/percentage-tiers.ts';
import type { AddOnRecord } from '../../domain/plans/record.ts';
import { sortedTiers } from '../../domain/plans/tier-shape.ts';
import { isCounted } from '../../domain/plans/usage-terms.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { ledgerReferenceIssues } from '../../queries/books/general-ledger.ts';
import { needPlan } from '../../queries/catalogue/plans.ts';
import { type AddOnInput, addOn } from '../../resources/add-on.ts';
import { filled } from '../../resources/apply.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { type Issue, refuse } from '../../values/failure.ts';

/**
 * Creates an add-on of a plan. Throws `not_found`, `Invalid`, with `taken` for the code of another add-on of the plan
 * and `invalid` for an unknown measured unit or for fields that come from its item.
 */
export const createAddOn =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, plan_code: string, { value, issues }: Submitted<AddOnInput>): Promise<AddOnRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const plan = await needPlan(records, plan_code);
      const item = value.item_code ? await records.items.find(value.item_code) : undefined;
      const requested = item ? withItemFields(value, item) : value;
      const given = filled(addOn, requested);
      refuse([
        ...(value.item_code ? itemAddOnIssues(value, item, issues) : issues),
        ...addOnIssues(caller.site, value, given, issues, Object.keys(plan.unit_amount_in_cents)),
        ...(await codeIssues(records, plan.id, requested.add_on_code)),
        ...(await unitIssues(records, value.measured_unit_id)),
        ...(await ledgerReferenceIssues(records, 'add_on', value)),
      ]);
      const at = caller.at;
      const created: AddOnRecord = {
        ...given,
        tiers: sortedTiers(given.tiers),
        percentage_tiers: sortedByCurrency(given.percentage_tiers),
        usage_timeframe: given.usage_timeframe ?? (isCounted(given) ? 'billing_period' : null),
        item_code: given.item_code || null,
        external_sku: item?.external_sku ?? null,
        item_state: item?.state ?? null,
        id: world.ids.uuid(),
        state: 'active',
        plan_id: plan.id,
        accounting_code: given.accounting_code || given.add_on_code,
        created_at: at,
        updated_at: at,
      };
      await records.addOns.add(created);
      await records.auditLog.append(auditEntry(world, caller, 'add_on.created', `${plan_code}/${created.add_on_code}`));
      return created;
    });

/** Returns the issue of a code that another add-on of the plan has, regardless of case. */
const codeIssues = async (
  { addOns }: Pick<Records, 'addOns'>,
  planId: string,
  code: string | null | undefined,
): Promise<Issue[]> => {
  if (!code) return [];
  const taken = (await addOns.ofPlan(planId)).some((one) => one.add_on_code.toLowerCase() === code.toLowerCase());
  return taken ? [{ field: 'add_on.add_on_code', symbol: 'taken' }] : [];
};

const unitIssues = async (
  { measuredUnits }: Pick<Records, 'measuredUnits'>,
  id: number | null | undefined,
): Promise<Issue[]> =>
  id && !(await measuredUnits.find(id))
    ? [{ field: 'add_on.measured_unit_id', symbol: 'invalid', reason: 'unknown_measured_unit' }]
    : [];
