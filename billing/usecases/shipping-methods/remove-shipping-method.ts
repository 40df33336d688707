import { changesBetween } from '../../domain/audit-log/changes.ts';
import { SHIPPING_METHOD_SETTINGS } from '../../domain/shipping/shipping-method.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needShippingMethod } from '../../queries/catalogue/shipping-methods.ts';

/**
 * Removes a shipping method. Lines keep its name; subscriptions with it renew without method and fee. Throws
 * `not_found`.
 */
export const removeShippingMethod =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needShippingMethod(records, code);
      await records.shippingMethods.remove(held.id);
      const changes = changesBetween(held, undefined, SHIPPING_METHOD_SETTINGS);
      await records.auditLog.append(auditEntry(world, caller, 'shipping_method.removed', code, changes));
    });
