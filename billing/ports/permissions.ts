import type { CustomerPermission, GrantingKind } from '../domain/entitlements/customer-permission.ts';
import type { EntitlementState, Grantor } from '../domain/entitlements/entitlements.ts';

/** Permissions of customers, and the subscriptions that grant them. */
export interface PermissionRecords {
  /** Returns all permissions, ordered by code. */
  all(): Promise<readonly CustomerPermission[]>;
  find(code: string): Promise<CustomerPermission | undefined>;
  /** Returns the permissions that any of these records grants, each with all its grants. */
  grantedBy(sold: readonly GrantedSource[]): Promise<readonly CustomerPermission[]>;
  /** Returns the subscriptions of an account in some states that grant a permission, oldest first. */
  grantors(accountId: string, states: readonly EntitlementState[]): Promise<readonly Grantor[]>;
  add(permission: CustomerPermission): Promise<void>;
  save(permission: CustomerPermission): Promise<void>;
  remove(key: string): Promise<void>;
  count(): Promise<number>;
}

/** A record of the catalogue that may grant permissions. */
export interface GrantedSource {
  readonly kind: GrantingKind;
  readonly granting_id: string;
}
