import type { OutboxMessage, Outgoing } from '@service/billing/outbox/message.ts';
import type { OutboxRecords } from '@service/billing/ports/outbox.ts';
import type { SystemClock } from '@service/billing/time.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';

const outbox = table<OutboxMessage>({
  name: 'outbox',
  key: ['id'],
  columns: [
    ...columns({ id: 'text', kind: 'text', recipient: 'text', correlation: 'text', payload: 'json' }),
    { name: 'queued_at_ms', path: ['queued_at'], holds: 'bigint' },
    ...columns({ status: 'text', attempts: 'bigint' }),
    { name: 'next_attempt_at_ms', path: ['next_attempt_at'], holds: 'bigint' },
  ],
});

const DUE =
  `${outbox.select} WHERE r.site_id = $1 AND r.status = 'queued' AND r.next_attempt_at_ms <= $2 ` +
  'ORDER BY r.next_attempt_at_ms, r.id LIMIT $3';
// A message further in the future than the period was queued before the clock was set back; it must not suppress the
// next one.
const RECENT =
  'SELECT 1 FROM outbox WHERE site_id = $1 AND kind = $2 AND recipient = $3 AND queued_at_ms > $4 AND queued_at_ms < $5 LIMIT 1';

export const outboxRecords = (queries: Queries, siteId: string, clock: SystemClock): OutboxRecords => {
  const add = async (inside: Queries, message: Outgoing): Promise<void> => {
    const queued_at = clock.now();
    const queued = { ...message, queued_at, status: 'queued', attempts: 0, next_attempt_at: queued_at } as const;
    await inside.write(outbox.insert, outbox.values(siteId, queued));
  };
  return {
    queue: (message) => add(queries, message),
    async due(until, limit) {
      return (await queries.all(DUE, [siteId, until, limit])).map(outbox.read);
    },
    async save(message) {
      await queries.write(outbox.update, outbox.values(siteId, message));
    },
    queueOnceIn: (seconds, message) =>
      queries.transaction(async (inside) => {
        const [now, period] = [clock.now(), seconds * 1000];
        const near = [now - period, now + period];
        if (await inside.get(RECENT, [siteId, message.kind, message.recipient, ...near])) return false;
        await add(inside, message);
        return true;
      }),
  };
};
