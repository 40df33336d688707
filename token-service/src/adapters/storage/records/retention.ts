import type { Retained, RetentionRecords } from '@service/billing/ports/retention.ts';
import type { Queries } from '../database.ts';

/** Deletes rows of the table `e` that meet a condition. */
const removeFrom = (table: string, condition = '1 = 1'): string =>
  `DELETE FROM ${table} WHERE site_id = $1 AND id IN (SELECT e.id FROM ${table} e WHERE e.site_id = $1 AND e.id < $2 ` +
  `AND ${condition} ORDER BY e.id LIMIT $3)`;

const REMOVE: Readonly<Record<Retained, string>> = {
  events: removeFrom(
    'events',
    'NOT EXISTS (SELECT 1 FROM webhook_queue q WHERE q.site_id = e.site_id AND q.event_id = e.id)',
  ),
  audit: removeFrom('audit_log'),
};

export const retentionRecords = (queries: Queries, siteId: string): RetentionRecords => ({
  remove: (what, beforeId, limit) => queries.run(REMOVE[what], [siteId, beforeId, limit]),
});
