import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needExternalProduct } from '../../queries/catalogue/external.ts';

/**
 * Removes an app store’s product with its references. Its subscriptions stay, without a product, and grant nothing.
 * Throws `not_found`.
 */
export const removeExternalProduct =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, id: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needExternalProduct(records, id);
      await records.external.products.remove(held.key);
      await records.auditLog.append(auditEntry(world, caller, 'external_product.removed', id));
    });
