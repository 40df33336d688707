import type { Ids } from '@service/billing/ids.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { Site } from '@service/billing/site.ts';
import type { MonotonicClock } from '@service/billing/time.ts';

/** Seconds within which the technical contact is told once. */
const EVERY = 3 * 60 * 60;

interface Deps {
  readonly clock: MonotonicClock;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly storage: Pick<Storage, 'transaction'>;
}

/**
 * Queues "limit exceeded" for a site's technical contact and for support. The outbox queues it once in three hours; this process does not ask the
 * outbox more often than that, so that a flood of refused requests is not a flood of transactions.
 */
export const limitNotice = ({ storage, clock, ids }: Deps) => {
  const asked = new Map<string, number>();

  return async (site: Site, limit: number, correlation: string): Promise<void> => {
    const now = clock.elapsed();
    const last = asked.get(site.id);
    if (last !== undefined && now - last < EVERY * 1000) return;
    asked.set(site.id, now);

    const payload = { site: site.subdomain, limit, window_in_seconds: 300 };
    const recipients = site.technical_contact ? [site.technical_contact, 'support'] : ['support'];
    try {
      await storage.transaction(site.id, async ({ outbox }) => {
        for (const recipient of recipients) {
          await outbox.queueOnceIn(EVERY, { id: ids.uuid(), kind: 'limit_exceeded', recipient, correlation, payload });
        }
      });
    } catch (error) {
      asked.delete(site.id);
      throw error;
    }
  };
};
