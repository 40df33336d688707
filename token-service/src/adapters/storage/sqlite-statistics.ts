import type { Queries } from './database.ts';

/** Rows of a site: so many that the planner never considers a scan of them cheap. */
const ROWS = 1_000_000;
/** Sites of a table: so many that the planner does not scan the table for the rows of one. */
const SITES = 10;

/** Columns with few different values. Half of a site's rows share one, so that the planner prefers a range of time. */
const COMMON: ReadonlySet<string> = new Set([
  'state',
  'status',
  'type',
  'kind',
  'currency',
  'action',
  'collection_method',
]);
/** Rows that share any other value: an account, an invoice, a second. */
const FEW = 10;
/** Rows of a site in a partial index. */
const SOME = ROWS / 4;

/**
 * Sets the statistics of SQLite's planner, once for every schema: without them it assumes ten rows for a site, and
 * scans all of its rows to avoid sorting the few of an account. The figures are assumed, not counted, so that plans of
 * statements never change.
 */
export const assumeStatistics = async (queries: Queries): Promise<void> => {
  // Creates the statistics table, which only ANALYZE can create. Without a table name it would read every index of a
  // large database, and block all requests.
  await queries.run('ANALYZE sqlite_schema');
  await queries.run('DELETE FROM sqlite_stat1');
  const indexes = await queries.all(
    'SELECT t.name AS "table", i.name AS "index", i."unique" AS is_unique, i.partial AS is_partial ' +
      "FROM sqlite_schema t JOIN pragma_index_list(t.name) i WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'",
  );
  for (const { table, index, is_unique, is_partial } of indexes) {
    const columns = await queries.all('SELECT name FROM pragma_index_info($1) ORDER BY seqno', [String(index)]);
    const figures = figuresOf(
      columns.map(({ name }) => String(name)),
      { unique: is_unique === 1, partial: is_partial === 1 },
    );
    await queries.run('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ($1, $2, $3)', [
      String(table),
      String(index),
      figures,
    ]);
  }
  await queries.run('ANALYZE sqlite_schema');
};

/** Rows of an index, then how many share its first column, its first two, and so on. */
const figuresOf = (columns: readonly string[], { unique, partial }: { unique: boolean; partial: boolean }): string => {
  const rows = partial ? SOME : ROWS;
  let sharing = rows;
  const figures = columns.map((column, place) => {
    if (unique && place === columns.length - 1) return 1;
    if (column !== 'site_id') sharing = Math.min(sharing, COMMON.has(column) ? Math.max(FEW, sharing / 2) : FEW);
    return Math.ceil(sharing);
  });
  return [rows * SITES, ...figures].join(' ');
};
