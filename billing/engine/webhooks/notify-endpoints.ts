import type { EventRecord } from '../../domain/events/event.ts';
import { newDelivery, type WebhookDelivery, type WebhookNotification } from '../../domain/webhooks/delivery.ts';
import { subscribes, type WebhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import { isLegacy, legacyType } from '../../domain/webhooks/types.ts';
import type { Records } from '../../ports/storage.ts';
import type { RenderNotification } from '../../ports/webhooks.ts';
import type { Ids } from '../../values/ids.ts';
import type { Millis } from '../../values/time.ts';

export interface NotifyDeps {
  readonly ids: Pick<Ids, 'uuid'>;
  readonly render: RenderNotification;
}

/** Returns the documents of an event that at least one of these endpoints subscribes to. */
export const notificationsOf = (
  { ids, render }: NotifyDeps,
  { id, event, account_id, correlation }: Pick<EventRecord, 'id' | 'event' | 'account_id' | 'correlation'>,
  endpoints: readonly WebhookEndpoint[],
  now: Millis,
): WebhookNotification[] => {
  const legacy = legacyType(event);
  return (legacy ? [event.type, legacy] : [event.type])
    .filter((type) => endpoints.some((endpoint) => subscribes(endpoint, type, isLegacy(type))))
    .map((type) => ({
      id: type === event.type ? id : ids.uuid(),
      event_id: id,
      type,
      account_id,
      correlation,
      body: render(event, type),
      created_at_ms: now,
    }));
};

/**
 * Records notifications and their deliveries, in this order, to every endpoint that subscribes to them; each endpoint
 * numbers its own.
 */
export const deliverTo = async (
  { ids }: Pick<NotifyDeps, 'ids'>,
  { webhookDeliveries, next }: Pick<Records, 'webhookDeliveries' | 'next'>,
  notifications: readonly WebhookNotification[],
  endpoints: readonly WebhookEndpoint[],
  now: Millis,
): Promise<WebhookDelivery[]> => {
  if (notifications.length > 0) await webhookDeliveries.addNotifications(notifications);
  const deliveries: WebhookDelivery[] = [];
  for (const endpoint of endpoints) {
    const its = notifications.filter(({ type }) => subscribes(endpoint, type, isLegacy(type)));
    if (its.length === 0) continue;
    const first = await next(`webhook ${endpoint.id}`, its.length);
    its.forEach(({ id }, index) => {
      const named = { id: ids.uuid(), endpoint_id: endpoint.id, notification_id: id };
      deliveries.push(newDelivery(named, first + index, now, endpoint.pause_reason !== null));
    });
  }
  if (deliveries.length > 0) await webhookDeliveries.add(deliveries);
  return deliveries;
};
