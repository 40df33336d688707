import {
  type CustomerPermission,
  type GrantingKind,
  MOST_GRANTS,
  type PermissionGrant,
} from '../../domain/entitlements/customer-permission.ts';
import {
  type EntitlementRecord,
  type EntitlementState,
  entitlementsOf,
  GRANTING_STATES,
} from '../../domain/entitlements/entitlements.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { type Issue, notFound } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { pageAmong, recordsWithin } from '../lists/page-among.ts';
import type { SiteList } from '../lists/site-list.ts';
import { type QueryDeps, siteQuery } from '../lists/site-query.ts';
import { needAccount } from './accounts.ts';

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

/** A permission with the codes of the plans and items that grant it; a deleted plan has none. */
export interface ListedPermission {
  readonly permission: CustomerPermission;
  readonly plans: readonly string[];
  readonly items: readonly string[];
}

/** Returns the permissions of a site, ordered by code. */
export const listPermissions =
  ({ storage }: QueryDeps) =>
  async ({ id }: Pick<Site, 'id'>): Promise<readonly ListedPermission[]> => {
    const { permissions, plans, items } = storage.of(id);
    const codeById = {
      async plan(granting_id: string) {
        const plan = await plans.byId(granting_id);
        return plan?.state === 'active' ? plan.plan_code : undefined;
      },
      item: async (granting_id: string) => (await items.byId(granting_id))?.item_code,
    };
    const codes = new Map<string, string | undefined>();
    const listed: ListedPermission[] = [];
    for (const permission of await permissions.all()) {
      const granting: Record<GrantingKind, string[]> = { plan: [], item: [] };
      for (const { kind, granting_id } of permission.grants) {
        if (!codes.has(granting_id)) codes.set(granting_id, await codeById[kind](granting_id));
        const code = codes.get(granting_id);
        if (code !== undefined) granting[kind].push(code);
      }
      listed.push({ permission, plans: granting.plan, items: granting.item });
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

/** The codes of the plans and items that grant a permission. Those of a kind that is left out stay. */
export interface NamedGrants {
  readonly plans?: readonly string[];
  readonly items?: readonly string[];
}

/**
 * Returns the grants of the named plans and items, and the problems of those names. What granted the permission before
 * keeps the moment from which it does.
 */
export const grantsOf = async (
  { plans, items }: Pick<Records, 'plans' | 'items'>,
  named: NamedGrants,
  { at, held = [] }: { readonly at: Seconds; readonly held?: readonly PermissionGrant[] },
): Promise<{ readonly grants: readonly PermissionGrant[]; readonly issues: readonly Issue[] }> => {
  const grants: PermissionGrant[] = [];
  const issues: Issue[] = [];
  const read = async (
    kind: GrantingKind,
    codes: readonly string[] | undefined,
    find: (code: string) => Promise<{ readonly id: string } | undefined>,
    unknown: Issue,
  ): Promise<void> => {
    const earlier = held.filter((grant) => grant.kind === kind);
    const distinct = [...new Set(codes)];
    if (codes === undefined) grants.push(...earlier);
    else if (distinct.length > MOST_GRANTS)
      issues.push({ field: unknown.field, symbol: 'too_many', count: MOST_GRANTS });
    else {
      for (const code of distinct) {
        const found = await find(code);
        if (found)
          grants.push(
            earlier.find(({ granting_id }) => granting_id === found.id) ?? {
              kind,
              granting_id: found.id,
              created_at: at,
            },
          );
        else issues.push(unknown);
      }
    }
  };
  const unknownPlan: Issue = { field: 'permission.plans', symbol: 'invalid', reason: 'unknown_plan' };
  await read('plan', named.plans, (code) => plans.find(code), unknownPlan);
  await read('item', named.items, (code) => items.find(code), { field: 'permission.items', symbol: 'not_found' });
  return { grants, issues };
};
