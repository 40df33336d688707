import type { Queries, Row } from './database.ts';
import type { Table } from './table.ts';

/** Records as a transaction has last read or written them, by key. */
type Rows = Map<string, object>;

/** The queries of one transaction, with the records that passed through them, by table. */
interface RememberingQueries extends Queries {
  readonly remembered: Map<string, Rows>;
}

/** The table that a statement writes to; none for one that only reads. */
const WRITTEN = /^(?:INSERT INTO|UPDATE|DELETE FROM) ([a-z_]+)/;

/** Texts of statements and the table that each writes to. They are built from constants: there are a few hundred. */
const targets = new Map<string, string>();

const targetOf = (sql: string): string => {
  const known = targets.get(sql);
  if (known !== undefined) return known;
  const target = WRITTEN.exec(sql)?.[1] ?? '';
  targets.set(sql, target);
  return target;
};

/**
 * Returns the queries of a transaction for `readRow` and `updateRow`, which then know what a row holds: no other
 * transaction can change it before the commit. Any other statement that writes to a table forgets its rows.
 */
export const remembering = (queries: Queries): Queries => {
  const remembered = new Map<string, Rows>();
  const forget = (sql: string): void => void remembered.delete(targetOf(sql));
  const inside: RememberingQueries = {
    remembered,
    all: queries.all,
    get: queries.get,
    run(sql, values) {
      forget(sql);
      return queries.run(sql, values);
    },
    write(sql, values) {
      forget(sql);
      return queries.write(sql, values);
    },
    transaction: (work) => work(inside),
  };
  return inside;
};

const rowsOf = (queries: Queries, table: string): Rows | undefined => {
  if (!('remembered' in queries)) return undefined;
  const { remembered } = queries as RememberingQueries;
  const rows = remembered.get(table) ?? new Map();
  remembered.set(table, rows);
  return rows;
};

/** The very records that `readRow` returned: a copy of one may hold what its row never did. */
const read = new WeakSet();

/** Takes note of a record that was read before the transaction, and whose row is known to be the same still. */
export const rememberRow = <R extends W, W extends object>(queries: Queries, table: Table<R, W>, record: W): void => {
  if (read.has(record)) rowsOf(queries, table.name)?.set(table.keyOf(record), record);
};

/** Reads a row of a table. */
export const readRow = <R extends object, W extends object>(queries: Queries, table: Table<R, W>, row: Row): R => {
  const record = table.read(row);
  read.add(record);
  rowsOf(queries, table.name)?.set(table.keyOf(record), record);
  return record;
};

/**
 * Writes a record over the one with its key. Where the transaction knows what the row holds, only the columns that
 * differ are written: the embedded engine would otherwise write the row anew to every index of its table. `written`
 * returns what is stored of a record, if that is more than its members.
 */
export const updateRow = async <R extends W, W extends object>(
  queries: Queries,
  table: Table<R, W>,
  siteId: string,
  record: W,
  written: (record: W) => W = (same) => same,
): Promise<void> => {
  const rows = rowsOf(queries, table.name);
  const key = table.keyOf(record);
  const before = rows?.get(key) as W | undefined;
  const after = written(record);
  const { sql, values } = before
    ? table.changes(siteId, written(before), after)
    : { sql: table.update, values: table.values(siteId, after) };
  if (sql) await queries.write(sql, values);
  keep(queries, table.name, rows, key, record);
};

/** The write itself has forgotten the rows of the table. */
const keep = (queries: Queries, table: string, rows: Rows | undefined, key: string, record: object): void => {
  if (!rows) return;
  rows.set(key, record);
  (queries as RememberingQueries).remembered.set(table, rows);
};
