import type { Ids } from '@service/billing/ids.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { Site } from '@service/billing/site.ts';
import type { SystemClock } from '@service/billing/time.ts';

/** The technical contact hears of it at most once in three hours (specification "Limits"). */
const EVERY = 3 * 60 * 60;

interface Deps {
  readonly clock: SystemClock;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly storage: Pick<Storage, 'transaction'>;
}

/**
 * Queues "limit exceeded" for a site's technical contact and for support. The outbox keeps the three hours; this process asks it no more
 * often than that either, so that a flood of refused requests is not a flood of transactions.
 */
export const limitNotice = ({ storage, clock, ids }: Deps) => {
  const asked = new Map<string, number>();

  return async (site: Site, limit: number, correlation: string): Promise<void> => {
    const now = clock.now();
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
