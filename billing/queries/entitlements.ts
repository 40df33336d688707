import {
  type CustomerPermission,
  MOST_GRANTS,
  type PermissionGrant,
} from '../domain/entitlements/customer-permission.ts';
import {
  type EntitlementRecord,
  type EntitlementState,
  entitlementsOf,
  GRANTING_STATES,
} from '../domain/entitlements/entitlements.ts';
import type { Records } from '../ports/storage.ts';
import type { Site } from '../resources/site.ts';
import { type Issue, notFound } from '../values/failure.ts';
import type { Seconds } from '../values/time.ts';
import { needAccount } from './accounts.ts';
import { pageAmong, recordsWithin } from './page-among.ts';
import type { SiteList } from './site-list.ts';
import { type QueryDeps, siteQuery } from './site-query.ts';

export interface EntitlementFilter {
  readonly account_id: string;
  /** The state of the subscription that grants; undefined: those with which the customer may use the permission. */
  readonly state?: EntitlementState;
}

/** Returns the permissions that the subscriptions of an account grant, oldest first. */
const entitlementsFor = async (
  { permissions }: Pick<Records, 'permissions'>,
  { account_id, state }: EntitlementFilter,
  at: Seconds,
): Promise<readonly EntitlementRecord[]> => {
  const grantors = await permissions.grantors(account_id, state ? [state] : GRANTING_STATES, at);
  if (grantors.length === 0) return [];
  const sold = new Map(grantors.flatMap(({ sells }) => sells.map((one) => [`${one.kind} ${one.granting_id}`, one])));
  return entitlementsOf(await permissions.grantedBy([...sold.values()]), grantors);
};

/** Lists the permissions of an account. They are computed on request, so a change acts at once. */
export const listEntitlements = ({ storage }: QueryDeps): SiteList<EntitlementRecord, EntitlementFilter> => ({
  page: async ({ site, at }, query) => pageAmong(await entitlementsFor(storage.of(site.id), query.filter, at), query),
  count: async ({ site, at }, query) =>
    recordsWithin(await entitlementsFor(storage.of(site.id), query.filter, at), query).length,
});

/** Returns the codes of what an account may use at the moment, in alphabetical order. Throws `not_found`. */
export const heldPermissionCodes = siteQuery(
  async (records, account_code: string, at: Seconds): Promise<readonly string[]> => {
    const { id } = await needAccount(records, account_code);
    const held = await entitlementsFor(records, { account_id: id }, at);
    return held.map(({ customer_permission }) => customer_permission.code).toSorted();
  },
);

/** A permission with the codes of the plans that grant it; a deleted plan has none. */
export interface ListedPermission {
  readonly permission: CustomerPermission;
  readonly plans: readonly string[];
}

/** Returns the permissions of a site, ordered by code. */
export const listPermissions =
  ({ storage }: QueryDeps) =>
  async ({ id }: Pick<Site, 'id'>): Promise<readonly ListedPermission[]> => {
    const { permissions, plans } = storage.of(id);
    const codes = new Map<string, string | undefined>();
    const listed: ListedPermission[] = [];
    for (const permission of await permissions.all()) {
      const granting: string[] = [];
      for (const { granting_id } of permission.grants) {
        if (!codes.has(granting_id)) {
          const plan = await plans.byId(granting_id);
          codes.set(granting_id, plan?.state === 'active' ? plan.plan_code : undefined);
        }
        const code = codes.get(granting_id);
        if (code !== undefined) granting.push(code);
      }
      listed.push({ permission, plans: granting });
    }
    return listed;
  };

/** Returns the permission with a code. Throws `not_found`. */
export const needCustomerPermission = async (
  { permissions }: Pick<Records, 'permissions'>,
  code: string,
): Promise<CustomerPermission> => {
  const found = await permissions.find(code);
  if (!found) throw notFound('Permission', 'code', code);
  return found;
};

/**
 * Returns the grants of the named plans, and the problems of those names. A plan that granted the permission before
 * keeps the moment from which it does.
 */
export const grantsOfPlans = async (
  { plans }: Pick<Records, 'plans'>,
  codes: readonly string[],
  { at, held = [] }: { readonly at: Seconds; readonly held?: readonly PermissionGrant[] },
): Promise<{ readonly grants: readonly PermissionGrant[]; readonly issues: readonly Issue[] }> => {
  const named = [...new Set(codes)];
  if (named.length > MOST_GRANTS) {
    return { grants: [], issues: [{ field: 'permission.plans', symbol: 'too_many', count: MOST_GRANTS }] };
  }
  const grants: PermissionGrant[] = [];
  const issues: Issue[] = [];
  for (const code of named) {
    const plan = await plans.find(code);
    if (!plan) issues.push({ field: 'permission.plans', symbol: 'invalid', reason: 'unknown_plan' });
    else {
      const earlier = held.find(({ kind, granting_id }) => kind === 'plan' && granting_id === plan.id);
      grants.push(earlier ?? { kind: 'plan', granting_id: plan.id, created_at: at });
    }
  }
  return { grants, issues };
};
