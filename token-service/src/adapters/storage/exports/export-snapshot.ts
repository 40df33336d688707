import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReportRow } from '@service/billing/domain/reports/report.ts';
import type { ExportSnapshot, ExportTable } from '@service/billing/ports/exports.ts';
import { isoTime } from '@service/billing/values/time.ts';
import pg from 'pg';
import { OperatorTrouble } from '../../../runtime/operator-trouble.ts';
import type { Row, Value } from '../database.ts';
import { fileOf, type StorageConfig } from '../storage.ts';
import { EXPORT_TABLES, type StoredExportColumn, type StoredExportTable } from './export-tables.ts';

/** Rows that are read together. */
const TOGETHER = 1000;

/** A connection of its own, whose reads all see the database as it was when it was opened. */
interface PinnedReads {
  all(sql: string, values: readonly Value[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** Opens a snapshot of the database. Throws `OperatorTrouble` for a database in memory, which has one connection. */
export const openExportSnapshot = async (
  config: Pick<StorageConfig, 'dataDir' | 'databaseUrl'>,
): Promise<ExportSnapshot> => {
  const pinned = config.databaseUrl === null ? pinSqlite(config) : await pinPostgres(config.databaseUrl);
  return {
    tables: EXPORT_TABLES,
    async *rows(siteId, { name }: ExportTable) {
      const table = EXPORT_TABLES.find((one) => one.name === name);
      if (!table) throw new Error(`There is no table ${name} to export`);
      const sql = exportPageOf(table);
      let after: readonly Value[] = table.key.map(([, before]) => before);
      for (;;) {
        const rows = await pinned.all(sql, [siteId, ...after]);
        for (const row of rows) yield exportedRow(table, row);
        const last = rows.at(-1);
        if (!last || rows.length < TOGETHER) return;
        after = table.key.map((_, place) => last[`key_${place}`] as Value);
      }
    },
    close: () => pinned.close(),
  };
};

/** Returns the statement that reads the next page of an exported table. */
export const exportPageOf = ({ columns, from, key }: StoredExportTable): string => {
  const keys = key.map(([sql]) => sql);
  const selected = [
    ...columns.map(({ name, sql }) => `${sql} AS ${name}`),
    ...keys.map((sql, place) => `${sql} AS key_${place}`),
  ];
  return (
    `SELECT ${selected.join(', ')} FROM ${from} WHERE r.site_id = $1 ` +
    `AND (${keys.join(', ')}) > (${keys.map((_, place) => `$${place + 2}`).join(', ')}) ` +
    `ORDER BY ${keys.join(', ')} LIMIT ${TOGETHER}`
  );
};

const exportedRow = ({ columns }: StoredExportTable, row: Row): ReportRow =>
  Object.fromEntries(columns.map((column) => [column.name, exportedValue(column, row[column.name])]));

const exportedValue = ({ holds }: StoredExportColumn, value: unknown): string | number | null => {
  if (value === null || value === undefined) return null;
  if (holds === 'moment') return isoTime(Number(value));
  if (holds === 'flag') return value === true || Number(value) === 1 ? 'true' : 'false';
  return holds === 'text' ? String(value) : Number(value);
};

const pinSqlite = (config: Pick<StorageConfig, 'dataDir' | 'databaseUrl'>): PinnedReads => {
  if (config.dataDir === ':memory:') {
    throw new OperatorTrouble('DATA_DIR=:memory: keeps nothing, so there is nothing to export: give a folder.');
  }
  const connection = new DatabaseSync(fileOf(config), { readOnly: true });
  connection.exec('BEGIN');
  // The first read of a transaction decides what all of them see.
  connection.prepare('SELECT 1 FROM sites LIMIT 1').get();
  return {
    async all(sql, values) {
      // So that requests of this process are served between pages.
      await nextTurn();
      const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
      return connection.prepare(sql.replaceAll(/\$(\d+)/g, '?$1')).all(...bound) as Row[];
    },
    async close() {
      connection.close();
    },
  };
};

const pinPostgres = async (connectionString: string): Promise<PinnedReads> => {
  const client = new pg.Client({ connectionString });
  // A connection that is lost rejects the query that runs, or the next one; without a listener it ends the process.
  client.on('error', () => {});
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query('SELECT 1 FROM sites LIMIT 1');
  return {
    all: async (sql, values) => (await client.query<Record<string, unknown>>(sql, [...values])).rows,
    close: () => client.end(),
  };
};
