import { changesBetween } from '../../domain/audit-log/changes.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needCustomerPermission } from '../../queries/accounts/entitlements.ts';
import { PERMISSION_SETTINGS } from './create-permission.ts';

/** Removes a permission, which no customer has from then on. Throws `not_found`. */
export const removePermission =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needCustomerPermission(records, code);
      await records.permissions.remove(held.key);
      const changes = changesBetween(held, undefined, PERMISSION_SETTINGS);
      await records.auditLog.append(auditEntry(world, caller, 'permission.removed', code, changes));
    });
