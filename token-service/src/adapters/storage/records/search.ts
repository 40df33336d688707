import type {
  FoundRecord,
  IdentifiedRecord,
  SearchCondition,
  SearchConditions,
  SearchedKind,
  SearchedRecord,
  SearchFilters,
  SearchRecords,
} from '@service/billing/ports/search.ts';
import type { Queries, Row, Value } from '../database.ts';
import type { Bind } from '../paging.ts';
import { among } from './among.ts';
import { MOST_SORTED } from './few.ts';
import { type Looked, type LookUp, lookUps, rareDecline } from './search-conditions.ts';
import { narrowed } from './search-filters.ts';
import { IDENTIFIED } from './search-identified.ts';
import { SHOWN } from './search-shown.ts';

/** The table of each kind, and the column of its ids. */
const TABLES: Readonly<Record<SearchedKind, readonly [table: string, id: string]>> = {
  customer: ['accounts', 'id'],
  subscription: ['subscriptions', 'uuid'],
  invoice: ['invoices', 'uuid'],
  payment: ['transactions', 'uuid'],
  coupon: ['coupons', 'key'],
  gift_card: ['gift_cards', 'key'],
};

const placesOf = (ids: string): string =>
  'SELECT a.id AS account_id, a.address_city AS city, a.address_zip AS postal_code, 0 AS of_method FROM accounts a ' +
  `WHERE a.site_id = $1 AND a.id IN ${ids} AND (a.address_city IS NOT NULL OR a.address_zip IS NOT NULL) ` +
  'UNION ALL SELECT b.account_id, b.city, b.zip AS postal_code, 1 AS of_method FROM payment_methods b ' +
  `WHERE b.site_id = $1 AND b.account_id IN ${ids} AND (b.city IS NOT NULL OR b.zip IS NOT NULL) ` +
  'ORDER BY account_id, of_method, city, postal_code';

const ACTIONS = 'SELECT action FROM audit_log WHERE site_id = $1 AND correlation = $2 ORDER BY id LIMIT $3';

export const searchRecords = (queries: Queries, siteId: string): SearchRecords => ({
  async find(kind, condition, filters, most) {
    const values: Value[] = [siteId];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const conditions = ['r.site_id = $1'];
    const rare = condition?.by === 'decline' ? await rareDeclines(queries, siteId, condition.values) : undefined;
    if (rare) {
      conditions.push(`r.uuid IN (${among(rare, 1).values.map(bind).join(', ') || 'NULL'})`);
    } else if (condition) {
      const needed = Object.keys(filters).length === 0 ? most : undefined;
      conditions.push(lookUpOf(kind, condition.by)(bind, condition.values as Looked, needed));
    }
    conditions.push(...narrowed(kind, filters, bind, condition === undefined));
    const [table, id] = TABLES[kind];
    const order = isOrdered(condition, filters) ? ` ORDER BY r.created_at DESC, r.${id} DESC` : '';
    const sql = `SELECT r.${id} AS id, r.created_at FROM ${table} r WHERE ${conditions.join(' AND ')}${order} LIMIT ${bind(most)}`;
    return (await queries.all(sql, values)) as unknown as readonly FoundRecord[];
  },
  async shown(kind, ids) {
    const some = among(ids, 2);
    const rows = await queries.all(`${SHOWN[kind]} IN ${some.sql}`, [siteId, ...some.values]);
    return rows.map(searched);
  },
  async places(accountIds) {
    const some = among(accountIds, 2);
    return (await queries.all(placesOf(some.sql), [siteId, ...some.values])).map((row) => ({
      ...{ account_id: String(row.account_id), is_of_method: Number(row.of_method) === 1 },
      ...{ city: row.city as string | null, postal_code: row.postal_code as string | null },
    }));
  },
  async identified(id) {
    return (await queries.all(IDENTIFIED, [siteId, id])) as unknown as readonly IdentifiedRecord[];
  },
  async actionsOf(correlation, most) {
    return (await queries.all(ACTIONS, [siteId, correlation, most])).map(({ action }) => String(action));
  },
});

/**
 * Returns the uuids of the payments that were declined with one of some codes; undefined if there are many, whose
 * latest are found by reading all that failed in their order.
 */
const rareDeclines = async (
  queries: Queries,
  siteId: string,
  codes: readonly unknown[],
): Promise<readonly string[] | undefined> => {
  const values: Value[] = [siteId];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const isRare = rareDecline(bind, codes as Looked);
  const sql = `SELECT r.uuid FROM transactions r WHERE r.site_id = $1 AND ${isRare} LIMIT ${bind(MOST_SORTED + 1)}`;
  const uuids = (await queries.all(sql, values)).map(({ uuid }) => String(uuid));
  return uuids.length > MOST_SORTED ? undefined : uuids;
};

/**
 * A planner that must sort what few records meet would read all records in that order instead. Declined payments may be
 * many, and have an index in their order.
 */
const isOrdered = (condition: SearchCondition | undefined, { amounts }: SearchFilters): boolean =>
  condition ? condition.by === 'decline' : !amounts;

const lookUpOf = <Kind extends SearchedKind>(kind: Kind, by: SearchConditions[Kind]): LookUp =>
  (lookUps[kind] as Readonly<Record<string, LookUp>>)[by]!;

const searched = (row: Row): SearchedRecord => ({
  ...(row as unknown as SearchedRecord),
  cents: row.cents === null ? null : Number(row.cents),
});
