import type { ReportRow } from '@service/billing/domain/reports/report.ts';
import type { ExportSnapshot, ExportTable } from '@service/billing/ports/exports.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { OperatorTrouble } from '../../../runtime/operator-trouble.ts';
import type { Row, Value } from '../database.ts';
import { type FileReads, type OnReplica, openPinning } from '../pin-reads.ts';
import { EXPORT_TABLES, type StoredExportColumn, type StoredExportTable } from './export-tables.ts';

/** Rows that are read together. */
const TOGETHER = 1000;

/** Opens a snapshot of the database. Throws `OperatorTrouble` for a database in memory, which has one connection. */
export const openExportSnapshot = async (config: FileReads, onReplica?: OnReplica): Promise<ExportSnapshot> => {
  if (config.databaseUrl === null && config.dataDir === ':memory:') {
    throw new OperatorTrouble('DATA_DIR=:memory: keeps nothing, so there is nothing to export: give a folder.');
  }
  const pinned = await openPinning(config, onReplica)();
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
