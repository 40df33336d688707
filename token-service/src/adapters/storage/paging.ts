import type { ListQuery, Page } from '@service/billing/ports/listing.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import type { Queries, Row, Value } from './database.ts';
import type { Table } from './table.ts';

/** Collects values and returns the placeholder of each. */
export type Bind = (value: Value) => string;

/** The columns and conditions by which records of one kind are listed. */
export interface ListedTable<R, Filter> {
  readonly table: Table<R>;
  /** The column that breaks ties between records of the same second. */
  readonly id: string;
  /** The columns that carry the two times; a record that never changes has one. */
  readonly sorts: Readonly<Record<ListQuery<Filter>['sort'], string>>;
  /** Whether the ids of a page are selected first: sorting all columns of wide or many rows is slow. */
  readonly idsFirst?: (filter: Filter) => boolean;
  /** Conditions over the row `r` that narrow a list. */
  readonly conditions: (filter: Filter, bind: Bind) => readonly string[];
}

/** What narrows a list. */
export interface Bounds<Filter> extends Pick<ListQuery<Filter>, 'filter' | 'sort'> {
  readonly begin?: Seconds | undefined;
  readonly end?: Seconds | undefined;
  readonly most?: number | undefined;
}

/**
 * Reads a page by keyset pagination: it continues after a (time, id) pair, whatever was added or changed before it. So
 * a list by `created_at` shows no record twice and misses none that existed when its first page was read.
 */
export const listPage = async <R, Filter>(
  queries: Queries,
  siteId: string,
  listed: ListedTable<R, Filter>,
  query: ListQuery<Filter>,
): Promise<Page<R>> => {
  const { values, bind } = binding(siteId);
  const { order, limit, from } = query;
  const sort = `r.${listed.sorts[query.sort]}`;
  const id = `r.${listed.id}`;
  const ascending = (order === 'asc') !== (from?.back ?? false);

  const conditions = narrowing(listed, ahead(query, ascending), bind);
  if (from) conditions.push(`(${sort}, ${id}) ${ascending ? '>' : '<'} (${bind(from.at)}, ${bind(from.id)})`);
  const direction = ascending ? 'ASC' : 'DESC';
  const ordered = `ORDER BY ${sort} ${direction}, ${id} ${direction}`;
  const found = `WHERE ${conditions.join(' AND ')} ${ordered} LIMIT ${bind(limit + 1)}`;
  const { name, select } = listed.table;
  const rows = await queries.all(
    listed.idsFirst?.(query.filter)
      ? `${select} JOIN (SELECT ${id} AS id, ${sort} AS at FROM ${name} r ${found}) page ON ${id} = page.id ` +
          // In the order of the page: that of the records would let SQLite read all of them.
          `WHERE r.site_id = $1 ORDER BY page.at ${direction}, page.id ${direction}`
      : `${select} ${found}`,
    values,
  );

  const more = rows.length > limit;
  const records = (more ? rows.slice(0, limit) : rows).map((row: Row) => listed.table.read(row));
  return { records: from?.back ? records.reverse() : records, more };
};

/**
 * The bounds without the one that the start of the page implies: a planner that used it would read all earlier pages
 * again.
 */
const ahead = <Filter>({ begin, end, from, ...query }: ListQuery<Filter>, ascending: boolean): Bounds<Filter> => {
  if (from && ascending && begin !== undefined && from.at >= begin) return { ...query, end };
  if (from && !ascending && end !== undefined && from.at <= end) return { ...query, begin };
  return { ...query, begin, end };
};

/** Returns the number of records of a list on all its pages, or `most` if there are more. */
export const countList = async <R, Filter>(
  queries: Queries,
  siteId: string,
  listed: ListedTable<R, Filter>,
  query: Bounds<Filter>,
): Promise<number> => {
  const { values, bind } = binding(siteId);
  const found = `FROM ${listed.table.name} r WHERE ${narrowing(listed, query, bind).join(' AND ')}`;
  const sql =
    query.most === undefined
      ? `SELECT count(*) AS count ${found}`
      : `SELECT count(*) AS count FROM (SELECT 1 AS one ${found} LIMIT ${bind(query.most)}) found`;
  const row = await queries.get(sql, values);
  return Number(row?.count);
};

/** A sum of records of one currency. */
export type ListSum<Name extends string> = { readonly currency: string; readonly count: number } & Readonly<
  Record<Name, number>
>;

/**
 * Adds up columns of a list on all its pages, by currency, in their order. `sums` are expressions over the row `r`.
 * Where `many` records meet the filter, each currency is read by itself, from an index that begins with it: to group
 * them, SQLite would sort all of them. With `most` in the query, no more than so many records are added up: some of
 * them, if there are more.
 */
export const sumList = async <R, Filter, Name extends string>(
  queries: Queries,
  siteId: string,
  listed: ListedTable<R, Filter>,
  query: Bounds<Filter>,
  { sums, many }: { readonly sums: Readonly<Record<Name, string>>; readonly many: boolean },
): Promise<ListSum<Name>[]> => {
  const names = Object.keys(sums) as Name[];
  const summed = names.map((name) => `, sum(${sums[name]}) AS ${name}`).join('');
  const read = async (currency?: string): Promise<Row[]> => {
    const { values, bind } = binding(siteId);
    const conditions = narrowing(listed, query, bind);
    if (currency !== undefined) conditions.push(`r.currency = ${bind(currency)}`);
    return queries.all(
      `SELECT min(r.currency) AS currency, count(*) AS count${summed} FROM ${listed.table.name} r ` +
        `WHERE ${conditions.join(' AND ')} ` +
        (currency === undefined ? `GROUP BY ${CURRENCY} ORDER BY ${CURRENCY}` : 'HAVING count(*) > 0'),
      values,
    );
  };
  const readSome = async (most: number): Promise<Row[]> => {
    const { values, bind } = binding(siteId);
    const read = names.map((name) => `, ${sums[name]} AS ${name}`).join('');
    const conditions = narrowing(listed, query, bind).join(' AND ');
    const added = names.map((name) => `, sum(${name}) AS ${name}`).join('');
    return queries.all(
      `SELECT currency, count(*) AS count${added} FROM (SELECT r.currency AS currency${read} ` +
        `FROM ${listed.table.name} r WHERE ${conditions} LIMIT ${bind(most)}) found GROUP BY currency ORDER BY currency`,
      values,
    );
  };
  const readAll = async (): Promise<Row[]> =>
    many
      ? (await Promise.all((await currenciesOf(queries, siteId, listed.table.name)).map(read))).flat()
      : await read();
  const rows = query.most === undefined ? await readAll() : await readSome(query.most);
  return rows.map((row) => ({
    currency: String(row.currency),
    count: Number(row.count),
    ...(Object.fromEntries(names.map((name) => [name, Number(row[name])])) as Record<Name, number>),
  }));
};

/** An expression, because SQLite would read all records by an index that begins with the column. */
const CURRENCY = "r.currency || ''";

/** Returns the currencies of a table's records, in their order, by jumping from one to the next in an index. */
export const currenciesOf = async (queries: Queries, siteId: string, table: string): Promise<string[]> => {
  const rows = await queries.all(
    `WITH RECURSIVE known(currency) AS (SELECT min(currency) FROM ${table} WHERE site_id = $1 UNION ALL ` +
      `SELECT (SELECT min(t.currency) FROM ${table} t WHERE t.site_id = $1 AND t.currency > known.currency) ` +
      'FROM known WHERE known.currency IS NOT NULL) SELECT currency FROM known WHERE currency IS NOT NULL',
    [siteId],
  );
  return rows.map(({ currency }) => String(currency));
};

/** Returns the values of a statement, with the site first, and what adds one. */
export const binding = (siteId: string): { values: Value[]; bind: Bind } => {
  const values: Value[] = [siteId];
  return { values, bind: (value) => `$${values.push(value)}` };
};

/** Returns the conditions of a list over the row `r`. */
export const narrowing = <R, Filter>(
  { sorts, conditions }: ListedTable<R, Filter>,
  { filter, sort, begin, end }: Bounds<Filter>,
  bind: Bind,
): string[] => {
  const all = ['r.site_id = $1', ...conditions(filter, bind)];
  if (begin !== undefined) all.push(`r.${sorts[sort]} >= ${bind(begin)}`);
  if (end !== undefined) all.push(`r.${sorts[sort]} <= ${bind(end)}`);
  return all;
};
