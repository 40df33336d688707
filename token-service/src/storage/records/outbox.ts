import type { Outgoing } from '@service/billing/outbox/message.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import type { SystemClock } from '@service/billing/time.ts';
import type { Queries } from '../database.ts';

const ADD =
  'INSERT INTO outbox (site_id, id, kind, recipient, correlation, payload, queued_at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7)';
// A message further in the future than the period was queued before the clock was set back; it must not silence the next one.
const RECENT =
  'SELECT 1 FROM outbox WHERE site_id = $1 AND kind = $2 AND recipient = $3 AND queued_at_ms > $4 AND queued_at_ms < $5 LIMIT 1';

export const outboxRecords = (queries: Queries, siteId: string, clock: SystemClock): Records['outbox'] => {
  const add = async (inside: Queries, { id, kind, recipient, correlation, payload }: Outgoing): Promise<void> => {
    await inside.write(ADD, [siteId, id, kind, recipient, correlation, JSON.stringify(payload), clock.now()]);
  };
  return {
    queue: (message) => add(queries, message),
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
