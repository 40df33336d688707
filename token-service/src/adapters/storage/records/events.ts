import type { EventRecord } from '@service/billing/domain/events/event.ts';
import type { EventRecords } from '@service/billing/ports/events.ts';
import { idsFrom } from '@service/billing/values/ids.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';
import { among } from './among.ts';

export const events = table<EventRecord>({
  name: 'events',
  key: ['id'],
  columns: columns({ id: 'text', at: 'bigint', type: 'text', account_id: 'text', correlation: 'text', event: 'json' }),
});

const AFTER = `${events.select} WHERE r.site_id = $1 AND r.id > $2 ORDER BY r.id LIMIT $3`;
const BETWEEN = `${events.select} WHERE r.site_id = $1 AND r.id > $2 AND r.id < $3 ORDER BY r.id LIMIT $4`;
// A condition that the partial index names.
const LATEST =
  `${events.select} WHERE r.site_id = $1 AND r.account_id = $2 AND r.account_id IS NOT NULL AND r.id < $3 ` +
  'ORDER BY r.id DESC LIMIT $4';
const queue = (ids: string): string =>
  'INSERT INTO webhook_queue (site_id, event_id) SELECT site_id, id FROM events ' +
  `WHERE site_id = $1 AND id IN ${ids} AND EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.site_id = $1)`;
/** Rows of one statement: few texts to prepare, and far from the limit of values. */
const AT_ONCE = 16;

export const eventRecords = (queries: Queries, siteId: string, wakeWebhooks: () => void): EventRecords => ({
  say: needsRecording,
  endPart: needsRecording,
  async appendAll(records) {
    for (let start = 0; start < records.length; start += AT_ONCE) {
      const inserted = events.insertAll(siteId, records.slice(start, start + AT_ONCE));
      await queries.write(inserted.sql, inserted.values);
    }
    const { sql, values } = among(
      records.map(({ id }) => id),
      2,
    );
    if ((await queries.run(queue(sql), [siteId, ...values])) > 0) wakeWebhooks();
  },
  async latest(accountId, before, limit) {
    return (await queries.all(LATEST, [siteId, accountId, before, limit])).map(events.read);
  },
  async between(after, before, limit) {
    return (await queries.all(BETWEEN, [siteId, after, idsFrom(before), limit])).map(events.read);
  },
  async after(id, limit) {
    return (await queries.all(AFTER, [siteId, id ?? '', limit])).map(events.read);
  },
});

const needsRecording = (): never => {
  throw new Error('Events are said in a transaction that records them');
};
