import type { ExternalProductRecord } from '../../domain/external/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { newReference, referenceIssues } from '../../engine/recording/external/external-products.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needExternalProduct } from '../../queries/catalogue/external.ts';
import { needPlan } from '../../queries/catalogue/plans.ts';
import type { ExternalProductInput } from '../../resources/external-product.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';
import { newShortId } from '../../values/new-short-id.ts';

/**
 * Records a product that app stores sell, with its references. Throws `not_found` for an unknown plan, `Invalid`, with
 * `taken` for a reference of another product.
 */
export const createExternalProduct =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, { value, issues }: Submitted<ExternalProductInput>): Promise<ExternalProductRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const { at } = caller;
      const { name, plan_code, external_product_references } = value;
      const sent = external_product_references ?? [];
      const fieldOf = (place: number) => `external_product.external_product_references[${place}]`;
      refuse([...issues, ...(await referenceIssues(records, sent, fieldOf))]);
      const plan = plan_code ? await needPlan(records, plan_code) : null;
      const { ids } = world;
      const id = newShortId(ids);
      const key = ids.uuid();
      const product = { key, id, plan_id: plan?.id ?? null, name: name ?? '', created_at: at, updated_at: at };
      await records.external.products.add(product);
      for (const one of sent) {
        const reference = newReference(world, at, key, one);
        if (reference) await records.external.references.add(reference);
      }
      await records.auditLog.append(auditEntry(world, caller, 'external_product.created', id));
      return needExternalProduct(records, id);
    });
