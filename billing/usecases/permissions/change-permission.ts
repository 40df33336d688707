import { changesBetween } from '../../domain/audit-log/changes.ts';
import { type CustomerPermission, permissionIssues } from '../../domain/entitlements/customer-permission.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { grantsOf, needCustomerPermission } from '../../queries/accounts/entitlements.ts';
import { refuse } from '../../values/failure.ts';
import { PERMISSION_SETTINGS, type PermissionInput } from './create-permission.ts';

/**
 * Changes the given settings of a permission, which acts at once on what its customers may use. Plans that are given
 * replace those before, and so do items. Throws `not_found`, `Invalid`.
 */
export const changePermission =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string, input: PermissionInput): Promise<CustomerPermission> =>
    storage.transaction(caller.site.id, async (records) => {
      const { at } = caller;
      const held = await needCustomerPermission(records, code);
      const { name = held.name, description = held.description } = input;
      const { grants, issues } = await grantsOf(records, input, { at, held: held.grants });
      const changed: CustomerPermission = { ...held, name, description, grants, updated_at: at };
      refuse([...permissionIssues(changed), ...issues]);
      await records.permissions.save(changed);
      const changes = changesBetween(held, changed, PERMISSION_SETTINGS);
      await records.auditLog.append(auditEntry(world, caller, 'permission.updated', code, changes));
      return changed;
    });
