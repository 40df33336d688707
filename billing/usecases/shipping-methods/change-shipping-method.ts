import { changesBetween } from '../../domain/audit-log/changes.ts';
import {
  SHIPPING_METHOD_SETTINGS,
  type ShippingMethodRecord,
  shippingMethodIssues,
} from '../../domain/shipping/shipping-method.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { ledgerReferenceIssues } from '../../queries/books/general-ledger.ts';
import { needShippingMethod } from '../../queries/catalogue/shipping-methods.ts';
import { changes } from '../../resources/apply.ts';
import { type ShippingMethodInput, shippingMethod } from '../../resources/shipping-method.ts';
import { refuse } from '../../values/failure.ts';

/** Changes the given settings of a shipping method, for fees from then on. Throws `not_found`, `Invalid`. */
export const changeShippingMethod =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string, input: ShippingMethodInput): Promise<ShippingMethodRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needShippingMethod(records, code);
      const changed: ShippingMethodRecord = { ...held, ...changes(shippingMethod, input), updated_at: caller.at };
      refuse([...shippingMethodIssues(changed), ...(await ledgerReferenceIssues(records, 'shipping_method', input))]);
      await records.shippingMethods.save(changed);
      const differing = changesBetween(held, changed, SHIPPING_METHOD_SETTINGS);
      await records.auditLog.append(auditEntry(world, caller, 'shipping_method.updated', code, differing));
      return changed;
    });
