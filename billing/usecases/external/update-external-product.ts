import type { ExternalProductRecord } from '../../domain/external/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needExternalProduct } from '../../queries/catalogue/external.ts';
import { needPlan } from '../../queries/catalogue/plans.ts';
import type { ExternalProductInput } from '../../resources/external-product.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { Failure, type Issue, refuse } from '../../values/failure.ts';

/**
 * Changes the plan that an app store’s product stands for. References that are repeated stay; others are refused,
 * because they have endpoints of their own. Throws `not_found`, `Invalid`, and `name` where the request has another
 * name.
 */
export const updateExternalProduct =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, id: string, { value, issues }: Submitted<ExternalProductInput>): Promise<ExternalProductRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needExternalProduct(records, id);
      if (value.name !== undefined && value.name !== held.name) throw new Failure('name', { value: held.name });
      const { plan_code, external_product_references: sent } = value;
      refuse([...issues, ...(sent && sent.length > 0 && !isRepeated(held, sent) ? [IMMUTABLE] : [])]);
      const { plan: _, external_product_references: __, ...row } = held;
      const plan = plan_code ? await needPlan(records, plan_code) : null;
      const plan_id = plan_code === undefined ? row.plan_id : (plan?.id ?? null);
      await records.external.products.save({ ...row, plan_id, updated_at: caller.at });
      await records.auditLog.append(auditEntry(world, caller, 'external_product.updated', id));
      return needExternalProduct(records, id);
    });

const IMMUTABLE: Issue = { field: 'external_product.external_product_references', symbol: 'immutable' };

type Reference = {
  readonly reference_code?: string | null;
  readonly external_connection_type?: string | null;
};

const isRepeated = (
  { external_product_references: held }: ExternalProductRecord,
  sent: readonly Reference[],
): boolean => {
  const names = (all: readonly Reference[]): string =>
    JSON.stringify(all.map((one) => [one.reference_code, one.external_connection_type]).toSorted());
  return names(held) === names(sent);
};
