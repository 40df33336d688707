import { NEXT_NUMBER } from './next-number.ts';

/**
 * The ways in which statements of one text are sent as one. `$1` is the same in all of them: the site.
 *
 * - `rows`: each adds `rows` rows, and the statement adds those of `count`; the values follow one another after `$1`.
 * - `each`: the values of each are a row of `asked`, so `types` names the type of every parameter. The rows of a read,
 *   and those that a counted write returns, have the place of the statement in the column `asked_place`, from 1.
 * - `series`: each takes numbers of a series.
 */
export type Several =
  | { readonly is: 'rows'; readonly rows: number; readonly skipsConflicts: boolean; sql(count: number): string }
  | { readonly is: 'each'; readonly reads: boolean; sql(types: readonly string[], counts: boolean): string }
  | { readonly is: 'series' };

const PLACEHOLDER = /\$(\d+)/g;

const placeholders = (sql: string): number => Math.max(0, ...[...sql.matchAll(PLACEHOLDER)].map(([, n]) => Number(n)));

/** Replaces every placeholder but `$1`. */
const exchanged = (sql: string, by: (n: number) => string): string =>
  sql.replaceAll(PLACEHOLDER, (same, n) => (n === '1' ? same : by(Number(n))));

const INSERT = /^(INSERT INTO \w+ \(([\w, ]+)\) )(VALUES |SELECT )(.+)$/s;

/** Placeholders and numbers only. */
const ROWS = /^(\([^()]*\)(?:, \([^()]*\))*)( ON CONFLICT \([\w, ]+\) DO NOTHING)?$/;

const RETURNS = / (?:RETURNING|ON CONFLICT) /;

/** One column is `$2`, so that statements with other values of it write to other rows. */
const CHANGE = /^(UPDATE \w+ SET .+|DELETE FROM \w+) WHERE (site_id = \$1 AND \w+ = \$2(?: AND .+)?)$/s;

/** Marks of statements that might write to rows with another `$2`: an alternative, or rows that a subquery finds. */
const NOT_BY_KEY = / (?:OR|RETURNING|FROM \w+ \w+ WHERE|USING) |SELECT /;

/**
 * Reads of a few rows by a value. For ranges of a site, what the server expects to find depends on the single values.
 */
const BY_VALUE = /\w = \$2/;

const LOCKS = / FOR (?:UPDATE|SHARE)/;

/** Returns how several statements of a text are sent as one; undefined if they cannot be. */
export const severalOf = (sql: string): Several | undefined => {
  if (sql === NEXT_NUMBER) return { is: 'series' };
  if (!sql.includes('$1')) return undefined;
  if (sql.startsWith('SELECT '))
    return LOCKS.test(sql) || (sql.includes('$2') && !BY_VALUE.test(sql)) ? undefined : readOf(sql);
  const [, into, columns, values, rest] = INSERT.exec(sql) ?? [];
  if (into !== undefined && columns !== undefined && rest !== undefined) {
    const [, tuples, skips = ''] = ROWS.exec(rest) ?? [];
    if (values === 'VALUES ' && tuples !== undefined) return rowsOf(into + values, tuples, skips);
    if (RETURNS.test(rest)) return undefined;
    if (values === 'SELECT ') return additionOf(into, columns, values + rest);
    // One row, some values of which are looked up.
    const row = /^\((.*)\)$/s.exec(rest)?.[1];
    return row === undefined || row.includes('), ($1') ? undefined : additionOf(into, columns, `SELECT ${row}`);
  }
  const [, change, where] = CHANGE.exec(sql) ?? [];
  if (change === undefined || where === undefined || NOT_BY_KEY.test(sql)) return undefined;
  const from = change.startsWith('UPDATE') ? 'FROM' : 'USING';
  return {
    is: 'each',
    reads: false,
    sql: (types, counts) =>
      `${asked(change)} ${from} ${list(types)} WHERE ${asked(where)}${counts ? ' RETURNING asked_place' : ''}`,
  };
};

const rowsOf = (into: string, tuples: string, skips: string): Several => {
  const own = placeholders(tuples) - 1;
  return {
    is: 'rows',
    rows: tuples.split('), (').length,
    skipsConflicts: skips !== '',
    sql: (count) =>
      into +
      Array.from({ length: count }, (_, place) => exchanged(tuples, (n) => `$${n + place * own}`)).join(', ') +
      skips,
  };
};

const readOf = (select: string): Several => ({
  is: 'each',
  reads: true,
  sql: (types) => `SELECT found.*, asked_place FROM ${list(types)}, LATERAL (${asked(select)}) found`,
});

/** The columns begin with the site, as a record's do. */
const additionOf = (into: string, columns: string, select: string): Several | undefined => {
  const [site, ...own] = columns.split(', ');
  if (site !== 'site_id') return undefined;
  return {
    is: 'each',
    reads: false,
    sql(types, counts) {
      const from = `FROM ${list(types)}, LATERAL (${asked(select)}) found (${columns})`;
      const values = ['$1', ...own].join(', ');
      if (!counts) return `${into}SELECT ${['$1', ...own.map((name) => `found.${name}`)].join(', ')} ${from}`;
      return (
        `WITH all_found (${columns}, asked_place) AS MATERIALIZED (SELECT found.*, asked_place ${from}), ` +
        `added AS (${into}SELECT ${values} FROM all_found) SELECT asked_place FROM all_found`
      );
    },
  };
};

const asked = (sql: string): string => exchanged(sql, (n) => `asked_${n}`);

/** The values of `$2` and those after it, one array for each. */
const list = (types: readonly string[]): string => {
  const own = types.slice(1);
  const arrays = own.map((type, index) => `CAST($${index + 2} AS ${type}[])`);
  const names = own.map((_, index) => `asked_${index + 2}`);
  return `unnest(${arrays.join(', ')}) WITH ORDINALITY AS asked (${names.join(', ')}, asked_place)`;
};
