import { changesBetween } from '../../domain/audit-log/changes.ts';
import {
  type CustomerPermission,
  MOST_PERMISSIONS,
  permissionIssues,
} from '../../domain/entitlements/customer-permission.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { grantsOf, type NamedGrants } from '../../queries/accounts/entitlements.ts';
import { type Issue, refuse } from '../../values/failure.ts';
import { newShortId } from '../../values/new-short-id.ts';

/** The settings of a permission, with the codes of the plans and items that grant it. */
export interface PermissionInput extends NamedGrants {
  readonly name?: string;
  readonly description?: string | null;
}

/** The members of a permission that an operator chooses. */
export const PERMISSION_SETTINGS = [
  'name',
  'description',
  'grants',
] as const satisfies readonly (keyof CustomerPermission)[];

/** Creates a permission, named like its code unless the input names it. Throws `Invalid`. */
export const createPermission =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string, input: PermissionInput): Promise<CustomerPermission> =>
    storage.transaction(caller.site.id, async (records) => {
      const { at } = caller;
      const { grants, issues } = await grantsOf(records, input, { at });
      const created: CustomerPermission = {
        key: world.ids.uuid(),
        id: newShortId(world.ids),
        code,
        name: input.name ?? code,
        description: input.description ?? null,
        grants,
        created_at: at,
        updated_at: at,
      };
      const isTaken = (await records.permissions.find(code)) !== undefined;
      const isFull = (await records.permissions.count()) >= MOST_PERMISSIONS;
      refuse([
        ...permissionIssues(created),
        ...(isTaken ? [{ field: 'permission.code', symbol: 'taken' } satisfies Issue] : []),
        ...(isFull ? [{ field: 'permission', symbol: 'too_many', count: MOST_PERMISSIONS } satisfies Issue] : []),
        ...issues,
      ]);
      await records.permissions.add(created);
      const changes = changesBetween(undefined, created, PERMISSION_SETTINGS);
      await records.auditLog.append(auditEntry(world, caller, 'permission.created', code, changes));
      return created;
    });
