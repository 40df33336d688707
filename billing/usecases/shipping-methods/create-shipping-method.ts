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
import { MOST_SHIPPING_METHODS } from '../../queries/catalogue/shipping-methods.ts';
import type { ShippingMethodInput } from '../../resources/shipping-method.ts';
import { type Issue, refuse } from '../../values/failure.ts';

/** Creates a shipping method, named like its code unless the input names it. Throws `Invalid`. */
export const createShippingMethod =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string, input: ShippingMethodInput): Promise<ShippingMethodRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const created: ShippingMethodRecord = {
        id: world.ids.uuid(),
        code,
        name: input.name ?? code,
        accounting_code: input.accounting_code || null,
        tax_code: input.tax_code || null,
        liability_gl_account_id: input.liability_gl_account_id || null,
        revenue_gl_account_id: input.revenue_gl_account_id || null,
        performance_obligation_id: input.performance_obligation_id || null,
        created_at: caller.at,
        updated_at: caller.at,
      };
      const isTaken = (await records.shippingMethods.find(code)) !== undefined;
      const held = await records.shippingMethods.count({ filter: {}, sort: 'created_at', order: 'asc', limit: 1 });
      const most = MOST_SHIPPING_METHODS;
      refuse([
        ...shippingMethodIssues(created),
        ...(await ledgerReferenceIssues(records, 'shipping_method', input)),
        ...(isTaken ? [{ field: 'shipping_method.code', symbol: 'taken' } satisfies Issue] : []),
        ...(held >= most ? [{ field: 'shipping_method.base', symbol: 'too_many', count: most } satisfies Issue] : []),
      ]);
      await records.shippingMethods.add(created);
      const changes = changesBetween(undefined, created, SHIPPING_METHOD_SETTINGS);
      await records.auditLog.append(auditEntry(world, caller, 'shipping_method.created', code, changes));
      return created;
    });
