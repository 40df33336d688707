import { fixedByItemIssues } from '../../domain/items/item-add-on.ts';
import { addOnIssues } from '../../domain/plans/add-on.ts';
import { sortedByCurrency } from '../../domain/plans/percentage-tiers.ts';
import type { AddOnRecord } from '../../domain/plans/record.ts';
import { sortedTiers } from '../../domain/plans/tier-shape.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { ledgerReferenceIssues } from '../../queries/books/general-ledger.ts';
import { needAddOn, needPlan } from '../../queries/catalogue/plans.ts';
import { type AddOnInput, addOn } from '../../resources/add-on.ts';
import { changes, mergedAmounts } from '../../resources/apply.ts';
import { immutableIssues } from '../../resources/immutable.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';

/**
 * Updates the fields of an add-on that the request contains. Amounts change in the currencies of the request; tiers are
 * replaced. Existing subscriptions keep their price. Throws `not_found`, `Invalid`, with `immutable` for a different
 * code, type or unit.
 */
export const updateAddOn =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (
    caller: Caller,
    plan_code: string,
    add_on_code: string,
    { value, issues }: Submitted<AddOnInput>,
  ): Promise<AddOnRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const sold = Object.keys((await needPlan(records, plan_code)).unit_amount_in_cents);
      const held = await needAddOn(records, plan_code, add_on_code);
      const { unit_amount_in_cents: price } = value;
      const changed = { ...held, ...changes(addOn, value) };
      const updated: AddOnRecord = {
        ...changed,
        unit_amount_in_cents: price
          ? mergedAmounts(held.unit_amount_in_cents ?? {}, price)
          : changed.unit_amount_in_cents,
        accounting_code: changed.accounting_code || add_on_code,
        updated_at: caller.at,
      };
      refuse([
        ...issues,
        ...immutableIssues(addOn, held, value),
        ...fixedByItemIssues(held, value),
        ...addOnIssues(caller.site, value, updated, issues, sold, held),
        ...(await ledgerReferenceIssues(records, 'add_on', value)),
      ]);
      const saved: AddOnRecord = {
        ...updated,
        tiers: sortedTiers(updated.tiers),
        percentage_tiers: sortedByCurrency(updated.percentage_tiers),
      };
      await records.addOns.save(saved);
      await records.auditLog.append(auditEntry(world, caller, 'add_on.updated', `${plan_code}/${add_on_code}`));
      return saved;
    });
