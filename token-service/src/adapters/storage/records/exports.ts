import type { ExportSchedule, MadeExport, MadeExportFile } from '@service/billing/domain/exports/made-export.ts';
import type { ExportFileRecords, ExportRecords } from '@service/billing/ports/exports.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, table } from '../table.ts';
import type { DueReader } from './due-items.ts';

const schedules = table<ExportSchedule>({
  name: 'export_schedules',
  key: [],
  columns: columns({ next_at: 'bigint', running_until_ms: 'bigint' }),
});

const exports = table<MadeExport>({
  name: 'exports',
  key: ['day'],
  columns: columns({ id: 'text', day: 'text', secret: 'text', created_at: 'bigint' }),
});

const files = table<MadeExportFile>({
  name: 'export_files',
  key: ['day', 'name'],
  columns: columns({
    id: 'text',
    day: 'text',
    name: 'text',
    md5sum: 'text',
    bytes: 'bigint',
    created_at: 'bigint',
  }),
});

const SCHEDULE = `${schedules.select} WHERE r.site_id = $1`;
const REMOVE_SCHEDULE = 'DELETE FROM export_schedules WHERE site_id = $1';
const FIND = `${exports.select} WHERE r.site_id = $1 AND r.day = $2`;
const FIND_FILE = `${files.select} WHERE r.site_id = $1 AND r.day = $2 AND r.name = $3`;
const REMOVE_FILES = 'DELETE FROM export_files WHERE site_id = $1 AND day = $2';
const REMOVE = 'DELETE FROM exports WHERE site_id = $1 AND day = $2';

const sorts = { created_at: 'created_at', updated_at: 'created_at' };

const listedExports: ListedTable<MadeExport, Readonly<Record<never, never>>> = {
  table: exports,
  id: 'id',
  sorts,
  conditions: () => [],
};

const listedFiles: ListedTable<MadeExportFile, { readonly day: string }> = {
  table: files,
  id: 'id',
  sorts,
  conditions: ({ day }, bind) => [`r.day = ${bind(day)}`],
};

export const exportRecords = (queries: Queries, siteId: string, due: DueReader): ExportRecords => ({
  list: (query) => listPage(queries, siteId, listedExports, query),
  count: (query) => countList(queries, siteId, listedExports, query),
  async schedule() {
    const row = await queries.get(SCHEDULE, [siteId]);
    return row && schedules.read(row);
  },
  async saveSchedule(schedule) {
    await queries.write(schedules.upsert, schedules.values(siteId, schedule));
  },
  async removeSchedule() {
    await queries.write(REMOVE_SCHEDULE, [siteId]);
  },
  async add(made, written) {
    await queries.write(REMOVE_FILES, [siteId, made.day]);
    await queries.write(REMOVE, [siteId, made.day]);
    await queries.write(exports.insert, exports.values(siteId, made));
    for (const file of written) await queries.write(files.insert, files.values(siteId, file));
  },
  async find(day) {
    const row = await queries.get(FIND, [siteId, day]);
    return row && exports.read(row);
  },
  due: due({
    kind: 'nightly_export',
    from: 'export_schedules r',
    id: "'nightly'",
    subject: "'export'",
    at: 'r.next_at',
    where: 'r.next_at <= :until',
    order: 'r.next_at',
  }),
});

export const exportFileRecords = (queries: Queries, siteId: string): ExportFileRecords => ({
  list: (query) => listPage(queries, siteId, listedFiles, query),
  count: (query) => countList(queries, siteId, listedFiles, query),
  async find(day, name) {
    const row = await queries.get(FIND_FILE, [siteId, day, name]);
    return row && files.read(row);
  },
});
