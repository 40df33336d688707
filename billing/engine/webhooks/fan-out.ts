import type { Storage } from '../../ports/storage.ts';
import type { RenderNotification } from '../../ports/webhooks.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../resources/site.ts';
import { deliverTo, notificationsOf } from './notify-endpoints.ts';

export interface FanOutDeps {
  readonly storage: Storage;
  readonly world: Pick<World, 'clock' | 'ids'>;
  readonly render: RenderNotification;
}

/** Events of one transaction. */
const BATCH = 100;

/**
 * Makes the deliveries of the events that wait in a site's queue, one batch at a time, and returns how many events it
 * took. An event leaves the queue in the transaction that records its deliveries, so each is sent, and none twice. The
 * queue is filled by the transaction that records an event, so an event that was rolled back is never sent.
 */
export const fanOut = async (
  { storage, world: { clock, ids }, render }: FanOutDeps,
  { id: siteId }: Pick<Site, 'id'>,
): Promise<number> => {
  const waiting = await storage.of(siteId).webhookDeliveries.waiting(BATCH);
  if (waiting.length === 0) return 0;
  return storage.transaction(siteId, async (records) => {
    const taken = new Set(await records.webhookDeliveries.take(waiting.map(({ id }) => id)));
    const endpoints = await records.webhookEndpoints.all();
    const now = clock.now();
    const notifications = waiting
      .filter(({ id }) => taken.has(id))
      .flatMap((event) => notificationsOf({ ids, render }, event, endpoints, now));
    await deliverTo({ ids }, records, notifications, endpoints, now);
    return taken.size;
  });
};
