import type { Storage } from '../../../ports/storage.ts';
import type { Site } from '../../../resources/site.ts';
import type { Ids } from '../../../values/ids.ts';
import { HOUR, type MonotonicClock } from '../../../values/time.ts';

/** Seconds within which a site's notice of one kind is queued once. */
const PERIOD = 3 * HOUR;
/** Seconds until another attempt when the outbox could not be written. */
const PAUSE = 60;

export interface NoticeDeps {
  readonly storage: Pick<Storage, 'transaction'>;
  readonly world: { readonly clock: MonotonicClock; readonly ids: Pick<Ids, 'uuid'> };
}

export interface Notice {
  readonly recipients: readonly string[];
  readonly correlation: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Queues a notice of one kind for each recipient, at most once in three hours per site. The outbox enforces the period
 * across processes; this process does not query it more often than that, so that a flood of rejected requests does not
 * cause a flood of transactions. Returns whether anything was queued. Throws when the outbox cannot be written; the
 * next attempt is made a minute later at the earliest.
 */
export const noticeOnce = ({ storage, world: { clock, ids } }: NoticeDeps, kind: string) => {
  const quietUntil = new Map<string, number>();

  return async (site: Site, { recipients, correlation, payload }: Notice): Promise<boolean> => {
    const now = clock.elapsed();
    if (now < (quietUntil.get(site.id) ?? 0)) return false;
    quietUntil.set(site.id, now + PERIOD * 1000);
    try {
      return await storage.transaction(site.id, async ({ outbox }) => {
        let queued = false;
        for (const recipient of recipients) {
          const message = { id: ids.uuid(), kind, recipient, correlation, payload, is_urgent: true };
          queued = (await outbox.queueOnceIn(PERIOD, message)) || queued;
        }
        return queued;
      });
    } catch (error) {
      quietUntil.set(site.id, now + PAUSE * 1000);
      throw error;
    }
  };
};
