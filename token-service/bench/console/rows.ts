import type { Queries } from '../../src/adapters/storage/database.ts';

/** Rows that one statement inserts. */
const BATCH = 20_000;
/**
 * Seconds between two records. A million invoices are those of 100,000 accounts in ten months, and the last one is made
 * now: the figures of today and of the last days have some.
 */
export const EVERY = 26;

const WIDTH = 20;
/** Returns the SQL of one of several texts, by the number of a row. */
export const oneOf = (texts: readonly string[], n: string): string =>
  `trim(substr('${texts.map((text) => text.padEnd(WIDTH)).join('')}', CAST((${n}) % ${texts.length} AS integer) * ${WIDTH} + 1, ${WIDTH}))`;

/** Returns the SQL of a number as text. */
export const text = (n: string): string => `CAST(${n} AS text)`;
/** Returns the SQL of an id of 32 digits: `kind`, then the number. */
export const idOf = (kind: number, n: string): string =>
  `'${String(kind).padStart(24, '0')}' || ${text(`10000000 + ${n}`)}`;
/** Returns the SQL of the id of the account of a row. */
export const account = (n: string, accounts: number): string => idOf(1, `(${n}) % ${accounts}`);

/** The SQL of each column of a table, for the row `n`. */
export type Columns = Readonly<Record<string, string>>;

/** Inserts rows that the columns describe. */
export const insert = async (queries: Queries, table: string, columns: Columns, siteId: string, rows: number) => {
  const all: Columns = { site_id: '$1', ...columns };
  const sql =
    `WITH RECURSIVE numbers (n) AS (SELECT CAST($2 AS bigint) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < $3) ` +
    `INSERT INTO ${table} (${Object.keys(all).join(', ')}) SELECT ${Object.values(all).join(', ')} FROM numbers`;
  for (let from = 0; from < rows; from += BATCH) {
    await queries.run(sql, [siteId, from, Math.min(rows, from + BATCH)]);
  }
};
