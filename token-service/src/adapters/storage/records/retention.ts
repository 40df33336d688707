import type { Retained, RetentionRecords } from '@service/billing/ports/retention.ts';
import type { Queries } from '../database.ts';
import type { DueReader } from './due-items.ts';

interface RetainedTable {
  readonly name: string;
  readonly setting: string;
  /** The rows of the table `e` that may be deleted. */
  readonly condition: string;
}

/** An event that waits for its delivery stays. */
const TABLES: Readonly<Record<Retained, RetainedTable>> = {
  events: {
    name: 'events',
    setting: 'keep_events',
    condition: 'NOT EXISTS (SELECT 1 FROM webhook_queue q WHERE q.site_id = e.site_id AND q.event_id = e.id)',
  },
  audit: { name: 'audit_log', setting: 'keep_audit', condition: '1 = 1' },
};

/** The end of the day on which the oldest row of a table expires: its days are counted from the end of its own day. */
const oldestOf = ([what, { name, setting, condition }]: [string, RetainedTable]): string =>
  `SELECT s.id AS site_id, '${what}' AS what, (oldest.at / 86400 + 1 + s.${setting}) * 86400 AS expires_at ` +
  `FROM sites s CROSS JOIN (SELECT e.at FROM ${name} e WHERE e.site_id = $1 AND ${condition} ORDER BY e.id LIMIT 1) oldest ` +
  `WHERE s.id = $1 AND s.${setting} IS NOT NULL`;

const removeFrom = ({ name, condition }: RetainedTable): string =>
  `DELETE FROM ${name} WHERE site_id = $1 AND id IN (SELECT e.id FROM ${name} e WHERE e.site_id = $1 AND e.at < $2 ` +
  `AND ${condition} ORDER BY e.id LIMIT $3)`;

const REMOVE: Readonly<Record<Retained, string>> = {
  events: removeFrom(TABLES.events),
  audit: removeFrom(TABLES.audit),
};

export const retentionRecords = (queries: Queries, siteId: string, due: DueReader): RetentionRecords => ({
  expired: due({
    kind: 'retention',
    from: `(${Object.entries(TABLES).map(oldestOf).join(' UNION ALL ')}) r`,
    id: 'r.what',
    subject: "'retention'",
    at: 'r.expires_at',
    where: 'r.expires_at <= :until',
    order: 'r.expires_at',
  }),
  remove: (what, before, limit) => queries.run(REMOVE[what], [siteId, before, limit]),
});
