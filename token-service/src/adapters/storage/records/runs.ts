import type { ListQuery, Page, Position } from '@service/billing/ports/listing.ts';
import type { Queries } from '../database.ts';
import { binding, currenciesOf, type ListedTable, listPage, narrowing } from '../paging.ts';
import type { WithIds } from './few.ts';

/**
 * The records of a table with one value in one currency. They follow one another in an index, in the order of their
 * creation.
 */
export interface Run {
  readonly currency: string;
  readonly value: string | null;
}

/** A table with an index that begins with the currency, then this column, then the time of creation and the uuid. */
export interface RunTable {
  readonly table: 'invoices' | 'transactions';
  readonly column: 'origin' | 'gateway_code';
}

const valuesIn = ({ table, column }: RunTable): string =>
  `WITH RECURSIVE known(value) AS (SELECT min(${column}) FROM ${table} WHERE site_id = $1 AND currency = $2 ` +
  `AND ${column} IS NOT NULL UNION ALL SELECT (SELECT min(t.${column}) FROM ${table} t WHERE t.site_id = $1 ` +
  `AND t.currency = $2 AND t.${column} > known.value) FROM known WHERE known.value IS NOT NULL) ` +
  'SELECT value FROM known WHERE value IS NOT NULL';

/** Returns the runs of a site, by jumping from one to the next in the index. Those without a value may be empty. */
export const runsOf = async (queries: Queries, siteId: string, of: RunTable): Promise<readonly Run[]> => {
  const runsIn = async (currency: string): Promise<Run[]> => {
    const rows = await queries.all(valuesIn(of), [siteId, currency]);
    return [null, ...rows.map(({ value }) => String(value))].map((value) => ({ currency, value }));
  };
  return (await Promise.all((await currenciesOf(queries, siteId, of.table)).map(runsIn))).flat();
};

/** The runs that a list consists of. */
export interface RunFilter {
  readonly currency: string | undefined;
  readonly value: string | undefined;
}

/**
 * Reads a page of what has one value, or one currency: the first records of each run, then those that are first of all.
 * A planner would read all records of a site in their order for the few, or the old ones, of one value.
 *
 * @param query without the conditions of the run
 */
export const listRuns = async <R, Filter>(
  queries: Queries,
  siteId: string,
  listed: ListedTable<R, Filter & WithIds>,
  query: ListQuery<Filter & WithIds>,
  of: RunTable,
  wanted: RunFilter,
): Promise<Page<R>> => {
  const { order, limit, from } = query;
  const ascending = (order === 'asc') !== (from?.back ?? false);
  const direction = ascending ? 'ASC' : 'DESC';
  const runs = (await runsOf(queries, siteId, of)).filter(
    ({ currency, value }) => (wanted.currency ?? currency) === currency && (wanted.value ?? value) === value,
  );
  const firstOf = async ({ currency, value }: Run): Promise<Omit<Position, 'back'>[]> => {
    const { values, bind } = binding(siteId);
    const conditions = [
      ...narrowing(listed, query, bind),
      `r.currency = ${bind(currency)}`,
      value === null ? `r.${of.column} IS NULL` : `r.${of.column} = ${bind(value)}`,
    ];
    if (from) conditions.push(`(r.created_at, r.uuid) ${ascending ? '>' : '<'} (${bind(from.at)}, ${bind(from.id)})`);
    const rows = await queries.all(
      `SELECT r.uuid AS id, r.created_at AS at FROM ${of.table} r WHERE ${conditions.join(' AND ')} ` +
        `ORDER BY r.created_at ${direction}, r.uuid ${direction} LIMIT ${bind(limit + 1)}`,
      values,
    );
    return rows.map(({ id, at }) => ({ id: String(id), at: Number(at) }));
  };
  const sign = ascending ? 1 : -1;
  const ids = (await Promise.all(runs.map(firstOf)))
    .flat()
    .sort((a, b) => sign * (a.at - b.at || (a.id < b.id ? -1 : 1)))
    .slice(0, limit + 1)
    .map(({ id }) => id);
  return listPage(queries, siteId, listed, { ...query, filter: { ids } as Filter & WithIds });
};
