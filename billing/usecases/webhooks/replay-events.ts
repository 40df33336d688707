import type { EventRecord } from '../../domain/events/event.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import { asRetried } from '../../domain/webhooks/retry.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { type Administrator, callerOn, needSite, type SiteDeps } from '../../engine/sites/on-site.ts';
import { deliverTo, notificationsOf } from '../../engine/webhooks/notify-endpoints.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { RenderNotification } from '../../ports/webhooks.ts';
import { idsFrom } from '../../values/ids.ts';
import type { Millis } from '../../values/time.ts';

export interface ReplayDeps extends SiteDeps {
  readonly storage: Storage;
  readonly render: RenderNotification;
}

/** A time range with an exclusive end, in milliseconds of the system clock. */
export interface ReplayedTime {
  readonly fromMs: Millis;
  readonly toMs: Millis;
}

export interface Replayed {
  readonly events: number;
  readonly deliveries: number;
}

const BATCH = 100;

/**
 * Sends the events of a time range again to every active endpoint that subscribes to them now, also to one that was
 * added later. Ids are those of the first delivery, so that receivers recognize repeated ones. Throws `not_found`.
 */
export const replayEvents =
  (deps: ReplayDeps) =>
  async (operator: Administrator, subdomain: string, { fromMs: from, toMs: to }: ReplayedTime): Promise<Replayed> => {
    const site = await needSite(deps.sites, subdomain);
    let [events, deliveries] = [0, 0];
    for (let after = idsFrom(from); ; ) {
      const some = await deps.storage.of(site.id).events.between(after, to, BATCH);
      const last = some.at(-1);
      if (!last) break;
      after = last.id;
      events += some.length;
      deliveries += await deps.storage.transaction(site.id, (records) => replay(deps, records, some));
    }
    await deps.storage.transaction(site.id, async ({ auditLog, webhookDeliveries }) => {
      await auditLog.append(
        auditEntry(deps.world, callerOn(deps.world, operator, site), 'webhook.replayed', subdomain),
      );
      webhookDeliveries.wake();
    });
    return { events, deliveries };
  };

const replay = async (
  { world: { clock, ids }, render }: ReplayDeps,
  records: Records,
  events: readonly EventRecord[],
): Promise<number> => {
  const now = clock.now();
  const endpoints = (await records.webhookEndpoints.all()).filter(({ pause_reason }) => pause_reason === null);
  let count = 0;
  for (const event of events) {
    const known = await records.webhookDeliveries.notificationsOf(event.id);
    const notifications = notificationsOf({ ids, render }, event, endpoints, now).map(
      (notification) => known.find(({ type }) => type === notification.type) ?? notification,
    );
    for (const endpoint of endpoints) {
      const sent = await resend(
        records,
        endpoint,
        notifications.map(({ id }) => id),
        now,
      );
      const others = notifications.filter(({ id }) => !sent.has(id));
      const added = await deliverTo({ ids }, records, others, [endpoint], now);
      count += sent.size + added.length;
    }
  }
  return count;
};

/** Makes the deliveries of these notifications that exist due again, and returns which notifications those are. */
const resend = async (
  { webhookDeliveries }: Pick<Records, 'webhookDeliveries'>,
  endpoint: WebhookEndpoint,
  notificationIds: readonly string[],
  now: Millis,
): Promise<ReadonlySet<string>> => {
  const sent = new Set<string>();
  for (const id of notificationIds) {
    const delivery = await webhookDeliveries.toEndpoint(endpoint.id, id);
    if (!delivery) continue;
    await webhookDeliveries.save(asRetried(delivery, now));
    sent.add(id);
  }
  return sent;
};
