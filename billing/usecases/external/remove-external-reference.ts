import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needExternalReference } from '../../queries/catalogue/external.ts';

/** Removes a reference of an app store’s product. Subscriptions that named it stay, without one. Throws `not_found`. */
export const removeExternalReference =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, productId: string, id: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needExternalReference(records, id, productId);
      await records.external.references.remove(held.key);
      await records.auditLog.append(auditEntry(world, caller, 'external_product.reference_removed', productId));
    });
