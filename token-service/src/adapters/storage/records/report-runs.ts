import type { ReportRun } from '@service/billing/domain/reports/report-run.ts';
import type { ReportRunRecords } from '@service/billing/ports/report-runs.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, table } from '../table.ts';
import type { DueReader } from './due-items.ts';

const runs = table<ReportRun>({
  name: 'report_runs',
  key: ['id'],
  columns: columns({
    id: 'text',
    report: 'text',
    from_day: 'text',
    to_day: 'text',
    filters: 'json',
    state: 'text',
    requested_by: 'text',
    created_at: 'bigint',
    started_at: 'bigint',
    ended_at: 'bigint',
    attempts: 'bigint',
    running_until_ms: 'bigint',
    records_read: 'bigint',
    days_done: 'bigint',
    days: 'bigint',
    row_count: 'bigint',
    sha256: 'text',
    parts: 'bigint',
    error: 'text',
  }),
});

const listed: ListedTable<ReportRun, Readonly<Record<never, never>>> = {
  table: runs,
  id: 'id',
  sorts: { created_at: 'created_at', updated_at: 'created_at' },
  conditions: () => [],
};

const IS_OPEN = "r.state IN ('waiting', 'running')";
const FIND = `${runs.select} WHERE r.site_id = $1 AND r.id = $2`;
const COUNT_OPEN = `SELECT count(*) AS count FROM report_runs r WHERE r.site_id = $1 AND ${IS_OPEN}`;
const KEEP_PART =
  'INSERT INTO report_run_parts (site_id, run_id, part, content) VALUES ($1, $2, $3, $4) ' +
  'ON CONFLICT (site_id, run_id, part) DO UPDATE SET content = excluded.content';
const PART = 'SELECT content FROM report_run_parts WHERE site_id = $1 AND run_id = $2 AND part = $3';
const REMOVE_PARTS = 'DELETE FROM report_run_parts WHERE site_id = $1 AND run_id = $2';
const ENDED = `SELECT r.id FROM report_runs r WHERE r.site_id = $1 AND r.id < $2 AND NOT (${IS_OPEN}) ORDER BY r.id LIMIT $3`;
const REMOVE_ENDED_PARTS = `DELETE FROM report_run_parts WHERE site_id = $1 AND run_id IN (${ENDED})`;
const REMOVE_ENDED = `DELETE FROM report_runs WHERE site_id = $1 AND id IN (${ENDED})`;

export const reportRunRecords = (queries: Queries, siteId: string, due: DueReader): ReportRunRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async save(run) {
    await queries.write(runs.upsert, runs.values(siteId, run));
  },
  async find(id) {
    const row = await queries.get(FIND, [siteId, id]);
    return row && runs.read(row);
  },
  async countOpen() {
    return Number((await queries.get(COUNT_OPEN, [siteId]))?.count);
  },
  async keepPart(id, part, content) {
    await queries.write(KEEP_PART, [siteId, id, part, content]);
  },
  async part(id, part) {
    const row = await queries.get(PART, [siteId, id, part]);
    return row && String(row.content);
  },
  async removeParts(id) {
    await queries.write(REMOVE_PARTS, [siteId, id]);
  },
  async removeEnded(beforeId, limit) {
    await queries.run(REMOVE_ENDED_PARTS, [siteId, beforeId, limit]);
    return queries.run(REMOVE_ENDED, [siteId, beforeId, limit]);
  },
  due: due({
    kind: 'report_run',
    from: 'report_runs r',
    id: 'r.id',
    subject: "'report'",
    at: 'r.created_at',
    where: `${IS_OPEN} AND r.created_at <= :until`,
    order: 'r.created_at, r.id',
  }),
});
