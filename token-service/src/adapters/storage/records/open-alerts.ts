import type { OpenAlert } from '@service/billing/domain/alerts/alert.ts';
import type { OpenAlertRecords } from '@service/billing/ports/open-alerts.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';

const alerts = table<OpenAlert>({
  name: 'alerts',
  key: ['kind'],
  columns: columns({ kind: 'text', since_ms: 'bigint', detail: 'text', calm_since_ms: 'bigint' }),
});

const ALL = `${alerts.select} WHERE r.site_id = $1 ORDER BY r.since_ms, r.kind`;
const BEGIN = `${alerts.insert} ON CONFLICT (site_id, kind) DO NOTHING`;
const NOTE = 'UPDATE alerts SET detail = $3, calm_since_ms = $4 WHERE site_id = $1 AND kind = $2';
const END = 'DELETE FROM alerts WHERE site_id = $1 AND kind = $2';

export const openAlertRecords = (queries: Queries, siteId: string): OpenAlertRecords => ({
  all: async () => (await queries.all(ALL, [siteId])).map(alerts.read),
  begin: async (alert) => (await queries.run(BEGIN, alerts.values(siteId, alert))) === 1,
  async note({ kind, detail, calm_since_ms }) {
    await queries.run(NOTE, [siteId, kind, detail, calm_since_ms]);
  },
  end: async (kind) => (await queries.run(END, [siteId, kind])) === 1,
});
