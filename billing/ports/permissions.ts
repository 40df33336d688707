import type { CustomerPermission, GrantingKind } from '../domain/entitlements/customer-permission.ts';
import type { EntitlementState, Grantor } from '../domain/entitlements/entitlements.ts';
import type { Seconds } from '../values/time.ts';

/** Permissions of customers, and the subscriptions that grant them. */
export interface PermissionRecords {
  /** Returns all permissions, ordered by code. */
  all(): Promise<readonly CustomerPermission[]>;
  find(code: string): Promise<CustomerPermission | undefined>;
  /** Returns the permissions that any of these records grants, each with all its grants. */
  grantedBy(sold: readonly GrantedSource[]): Promise<readonly CustomerPermission[]>;
  /**
   * Returns the subscriptions of an account that grant a permission and have one of these states at a moment, its own
   * before those at app stores. One at an app store is active in its grace period too, and ends at `expires_at` once it
   * is canceled, though the store has not told.
   */
  grantors(accountId: string, states: readonly EntitlementState[], at: Seconds): Promise<readonly Grantor[]>;
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
