import type { Queries } from '../database.ts';
import { type Bind, type Bounds, binding, currenciesOf, type ListedTable, narrowing } from '../paging.ts';

/** Records up to which a list sorts them; among more of them, the first ones in its order are near. */
export const MOST_SORTED = 1000;

/** A filter whose part is replaced by the ids of the records that meet it. */
export interface WithIds {
  readonly ids?: readonly string[];
}

/**
 * Returns the ids of the records that meet a filter which selects them by an index; undefined if there are more than
 * 1000. Such a list is read in its order: a planner, which does not know how many there are, would do so for few.
 */
export const idsOfFew = async <R, Filter>(
  queries: Queries,
  siteId: string,
  { table, id, ...listed }: ListedTable<R, Filter>,
  query: Bounds<Filter>,
): Promise<readonly string[] | undefined> => {
  const { values, bind } = binding(siteId);
  const conditions = narrowing({ table, id, ...listed }, query, bind).join(' AND ');
  const sql = `SELECT r.${id} AS id FROM ${table.name} r WHERE ${conditions} LIMIT ${bind(MOST_SORTED + 1)}`;
  const ids = (await queries.all(sql, values)).map((row) => String(row.id));
  return ids.length > MOST_SORTED ? undefined : ids;
};

/** An amount of cents, and the column that has it. */
export interface AmountBounds {
  readonly column: string;
  readonly least: number | undefined;
  readonly most: number | undefined;
}

/**
 * Returns the ids of the records between two amounts, from an index that begins with the currency and the amount;
 * undefined if there are more than 1000 of them. Such a list is read in its order: a planner does not know how many
 * there are, and would read all records of a site for the few of one amount.
 */
export const idsByAmount = async <R, Filter>(
  queries: Queries,
  siteId: string,
  listed: ListedTable<R, Filter>,
  query: Bounds<Filter>,
  { column, least = 0, most = Number.MAX_SAFE_INTEGER }: AmountBounds,
): Promise<readonly string[] | undefined> => {
  const ids = new Set<string>();
  const currencies = await currenciesOf(queries, siteId, listed.table.name);
  for (const currency of currencies) {
    // A credit has a negative amount, and counts without its sign.
    for (const [from, to] of [
      [least, most],
      [-most, -least],
    ] as const) {
      const { values, bind } = binding(siteId);
      const conditions = [...narrowing(listed, query, bind), ...isBetween(column, currency, [from, to], bind)];
      const sql = `SELECT r.${listed.id} AS id FROM ${listed.table.name} r WHERE ${conditions.join(' AND ')} LIMIT ${bind(MOST_SORTED + 1)}`;
      for (const { id } of await queries.all(sql, values)) ids.add(String(id));
      if (ids.size > MOST_SORTED) return undefined;
    }
  }
  return [...ids];
};

const isBetween = (column: string, currency: string, [from, to]: readonly [number, number], bind: Bind): string[] => [
  `r.currency = ${bind(currency)}`,
  `r.${column} BETWEEN ${bind(from)} AND ${bind(to)}`,
];
