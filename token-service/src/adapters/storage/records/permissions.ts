import type { CustomerPermission, PermissionGrant } from '@service/billing/domain/entitlements/customer-permission.ts';
import type { EntitlementState, Grantor } from '@service/billing/domain/entitlements/entitlements.ts';
import type { SubscriptionAddOnRecord } from '@service/billing/domain/subscriptions/record.ts';
import type { GrantedSource, PermissionRecords } from '@service/billing/ports/permissions.ts';
import type { Queries, Row } from '../database.ts';
import { columns, table } from '../table.ts';
import { among } from './among.ts';

type StoredPermission = Omit<CustomerPermission, 'grants'>;

const permissions = table<StoredPermission>({
  name: 'permissions',
  key: ['key'],
  columns: columns({
    key: 'text',
    id: 'text',
    code: 'text',
    name: 'text',
    description: 'text',
    created_at: 'bigint',
    updated_at: 'bigint',
  }),
});

type StoredGrant = PermissionGrant & { readonly permission_key: string };

const grants = table<StoredGrant>({
  name: 'permission_grants',
  key: ['permission_key', 'kind', 'granting_id'],
  columns: columns({ permission_key: 'text', kind: 'text', granting_id: 'text', created_at: 'bigint' }),
});

const ALL = `${permissions.select} WHERE r.site_id = $1 ORDER BY r.code`;
const BY_CODE = `${permissions.select} WHERE r.site_id = $1 AND r.code = $2`;
const byKeys = (keys: string): string => `${permissions.select} WHERE r.site_id = $1 AND r.key IN ${keys}`;
const grantsOf = (keys: string): string =>
  `${grants.select} WHERE r.site_id = $1 AND r.permission_key IN ${keys} ORDER BY r.created_at, r.kind, r.granting_id`;
const granted = (ids: string): string =>
  `SELECT DISTINCT permission_key FROM permission_grants WHERE site_id = $1 AND kind = $2 AND granting_id IN ${ids}`;
const REMOVE_GRANTS = 'DELETE FROM permission_grants WHERE site_id = $1 AND permission_key = $2';
const REMOVE = 'DELETE FROM permissions WHERE site_id = $1 AND key = $2';
const COUNT = 'SELECT count(*) AS n FROM permissions WHERE site_id = $1';

const STARTED = 'COALESCE(s.activated_at, s.starts_at, s.created_at)';
const PLAN_GRANTS =
  "EXISTS (SELECT 1 FROM permission_grants g WHERE g.site_id = s.site_id AND g.kind = 'plan' " +
  'AND g.granting_id = s.plan_id)';
/** Subscriptions whose plan grants something, or that sell items, which may. */
const grantors = (states: string): string =>
  `SELECT s.uuid, s.plan_id, CASE WHEN ${PLAN_GRANTS} THEN 1 ELSE 0 END AS plan_grants, ` +
  `CASE WHEN s.add_ons LIKE '%"item_code":"%' THEN s.add_ons ELSE '[]' END AS add_ons, ${STARTED} AS started_at ` +
  `FROM subscriptions s WHERE s.site_id = $1 AND s.account_id = $2 AND s.state IN ${states} ` +
  `AND (${PLAN_GRANTS} OR s.add_ons LIKE '%"item_code":"%') ORDER BY started_at, s.uuid`;
const grantingItems = (codes: string): string =>
  `SELECT i.id, i.item_code FROM items i WHERE i.site_id = $1 AND i.item_code IN ${codes} ` +
  "AND EXISTS (SELECT 1 FROM permission_grants g WHERE g.site_id = i.site_id AND g.kind = 'item' " +
  'AND g.granting_id = i.id)';

const EXTERNAL_STATES: Readonly<Record<EntitlementState, string>> = {
  active: "e.state = 'active' OR (e.state = 'past_due' AND e.in_grace_period)",
  canceled: "e.state = 'canceled' AND (e.expires_at IS NULL OR e.expires_at > $3)",
  expired: "e.state = 'expired' OR (e.state = 'canceled' AND e.expires_at <= $3)",
  // A store begins what it sells at once.
  future: "e.state = 'future'",
};
const EXTERNALLY_STARTED = 'COALESCE(e.activated_at, e.trial_started_at, e.created_at)';
const externalGrantors = (states: readonly EntitlementState[]): string =>
  `SELECT e.uuid, p.plan_id, ${EXTERNALLY_STARTED} AS started_at FROM external_subscriptions e ` +
  'JOIN external_product_references f ON f.site_id = e.site_id AND f.key = e.reference_key ' +
  'JOIN external_products p ON p.site_id = e.site_id AND p.key = f.product_key ' +
  // PostgreSQL needs the type of the moment where no state reads it.
  'WHERE e.site_id = $1 AND e.account_id = $2 AND CAST($3 AS bigint) IS NOT NULL ' +
  `AND (${states.map((state) => `(${EXTERNAL_STATES[state]})`).join(' OR ')}) ` +
  "AND EXISTS (SELECT 1 FROM permission_grants g WHERE g.site_id = e.site_id AND g.kind = 'plan' " +
  'AND g.granting_id = p.plan_id) ORDER BY started_at, e.uuid';

const grantorOf = (
  relation: Grantor['relation'],
  { uuid, started_at }: Row,
  sells: readonly GrantedSource[],
): Grantor => ({ relation, uuid: String(uuid), sells, started_at: Number(started_at) });

const planOf = ({ plan_id }: Row): GrantedSource => ({ kind: 'plan', granting_id: String(plan_id) });

/** The codes of the items of which a subscription has some. */
const itemCodesOf = ({ add_ons }: Row): readonly string[] => {
  const held = JSON.parse(String(add_ons)) as readonly Pick<SubscriptionAddOnRecord, 'item_code' | 'quantity'>[];
  return held.flatMap(({ item_code, quantity }) => (item_code && quantity !== 0 ? [item_code] : []));
};

export const permissionRecords = (queries: Queries, siteId: string): PermissionRecords => {
  const complete = async (found: readonly StoredPermission[]): Promise<CustomerPermission[]> => {
    if (found.length === 0) return [];
    const { sql, values } = among(
      found.map(({ key }) => key),
      2,
    );
    const held = (await queries.all(grantsOf(sql), [siteId, ...values])).map(grants.read);
    const byPermission = Map.groupBy(held, ({ permission_key }) => permission_key);
    return found.map((one) => ({
      ...one,
      grants: (byPermission.get(one.key) ?? []).map(({ permission_key: _, ...grant }) => grant),
    }));
  };
  const addGrants = async ({ key, grants: added }: CustomerPermission): Promise<void> => {
    for (const grant of added) {
      await queries.write(grants.insert, grants.values(siteId, { ...grant, permission_key: key }));
    }
  };

  /** Returns the items that grant something, by their codes. */
  const readGrantingItems = async (codes: ReadonlySet<string>): Promise<ReadonlyMap<string, GrantedSource>> => {
    if (codes.size === 0) return new Map();
    const { sql, values } = among([...codes], 2);
    const rows = await queries.all(grantingItems(sql), [siteId, ...values]);
    return new Map(rows.map(({ id, item_code }) => [String(item_code), { kind: 'item', granting_id: String(id) }]));
  };

  return {
    all: async () => complete((await queries.all(ALL, [siteId])).map(permissions.read)),
    async find(code) {
      const row = await queries.get(BY_CODE, [siteId, code]);
      return row && (await complete([permissions.read(row)]))[0];
    },
    async grantedBy(sold) {
      const keys = new Set<string>();
      for (const [kind, sources] of Map.groupBy(sold, (source) => source.kind)) {
        const { sql, values } = among(
          sources.map(({ granting_id }) => granting_id),
          3,
        );
        const rows = await queries.all(granted(sql), [siteId, kind, ...values]);
        for (const { permission_key } of rows) keys.add(String(permission_key));
      }
      if (keys.size === 0) return [];
      const { sql, values } = among([...keys], 2);
      return complete((await queries.all(byKeys(sql), [siteId, ...values])).map(permissions.read));
    },
    async grantors(accountId, states, at) {
      const { sql, values } = among(states, 3);
      const own = await queries.all(grantors(sql), [siteId, accountId, ...values]);
      const external = await queries.all(externalGrantors(states), [siteId, accountId, at]);
      const items = await readGrantingItems(new Set(own.flatMap(itemCodesOf)));
      const sellsOf = (row: Row): GrantedSource[] => [
        ...(Number(row.plan_grants) === 1 ? [planOf(row)] : []),
        ...itemCodesOf(row).flatMap((code) => items.get(code) ?? []),
      ];
      return [
        ...own.map((row) => grantorOf('subscription', row, sellsOf(row))).filter(({ sells }) => sells.length > 0),
        ...external.map((row) => grantorOf('external_subscription', row, [planOf(row)])),
      ];
    },
    async add(permission) {
      await queries.write(permissions.insert, permissions.values(siteId, permission));
      await addGrants(permission);
    },
    async save(permission) {
      await queries.write(permissions.update, permissions.values(siteId, permission));
      await queries.write(REMOVE_GRANTS, [siteId, permission.key]);
      await addGrants(permission);
    },
    async remove(key) {
      await queries.write(REMOVE_GRANTS, [siteId, key]);
      await queries.write(REMOVE, [siteId, key]);
    },
    async count() {
      return Number((await queries.get(COUNT, [siteId]))?.n ?? 0);
    },
  };
};
