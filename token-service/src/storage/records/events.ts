import type { EventRecord } from '@service/billing/events/event.ts';
import type { EventRecords } from '@service/billing/ports/events.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';

const events = table<EventRecord>({
  name: 'events',
  key: ['id'],
  columns: columns({ id: 'text', at: 'bigint', type: 'text', account_id: 'text', correlation: 'text', event: 'json' }),
});

const AFTER = `${events.select} WHERE r.site_id = $1 AND r.id > $2 ORDER BY r.id LIMIT $3`;
/** Rows of one statement: few texts to prepare, and far from the limit of values. */
const AT_ONCE = 16;

export const eventRecords = (queries: Queries, siteId: string): EventRecords => ({
  async appendAll(records) {
    for (let start = 0; start < records.length; start += AT_ONCE) {
      const some = records.slice(start, start + AT_ONCE);
      await queries.write(
        events.inserts(some.length),
        some.flatMap((record) => events.values(siteId, record)),
      );
    }
  },
  async after(id, limit) {
    return (await queries.all(AFTER, [siteId, id ?? '', limit])).map(events.read);
  },
});
