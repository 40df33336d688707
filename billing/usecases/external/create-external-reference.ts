import type { ExternalReferenceRecord } from '../../domain/external/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { newReference, referenceIssues } from '../../engine/recording/external/external-products.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needExternalProduct } from '../../queries/catalogue/external.ts';
import { type ExternalProductReferenceInput, MOST_REFERENCES } from '../../resources/external-product.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { type Issue, refuse } from '../../values/failure.ts';

/** Adds a reference to an app store’s product. Throws `not_found`, `Invalid`, with `taken` for a known one. */
export const createExternalReference =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (
    caller: Caller,
    productId: string,
    { value, issues }: Submitted<ExternalProductReferenceInput>,
  ): Promise<ExternalReferenceRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const product = await needExternalProduct(records, productId);
      const reference = newReference(world, caller.at, product.key, value);
      const isFull = product.external_product_references.length >= MOST_REFERENCES;
      refuse([
        ...issues,
        ...(await referenceIssues(records, [value], () => 'external_product_reference')),
        ...(isFull
          ? [{ field: 'external_product_reference', symbol: 'too_many', count: MOST_REFERENCES } satisfies Issue]
          : []),
      ]);
      if (!reference) throw new RangeError('A reference that is complete has no issues.');
      await records.external.references.add(reference);
      await records.auditLog.append(auditEntry(world, caller, 'external_product.reference_added', productId));
      return reference;
    });
