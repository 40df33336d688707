import { sampleEvent } from '../../domain/webhooks/samples/sample-event.ts';
import type { NotificationType } from '../../domain/webhooks/types.ts';
import { type Administrator, needSite, type SiteDeps } from '../../engine/sites/on-site.ts';
import { deliverTo } from '../../engine/webhooks/notify-endpoints.ts';
import { needSandbox } from '../../engine/webhooks/on-sandbox.ts';
import type { Storage } from '../../ports/storage.ts';
import type { RenderNotification } from '../../ports/webhooks.ts';
import { siteTime } from '../../resources/site.ts';

export interface SampleDeps extends SiteDeps {
  readonly storage: Storage;
  readonly render: RenderNotification;
}

export interface SentSample {
  readonly notification_id: string;
  /** Number of endpoints to which it is delivered. */
  readonly deliveries: number;
}

/**
 * Sends a sample of a type to the endpoints of a sandbox site that subscribe to it. Nothing else is recorded: the
 * account, the invoice and the payment that it names do not exist. Throws `not_found`, `sandbox_only`.
 */
export const sendSample =
  ({ sites, storage, world: { clock, ids }, render }: SampleDeps) =>
  async (operator: Administrator, subdomain: string, type: NotificationType): Promise<SentSample> => {
    const site = await needSite(sites, subdomain);
    needSandbox(site, 'npm run webhook -- trigger');
    return storage.transaction(site.id, async (records) => {
      const now = clock.now();
      const notification = {
        id: ids.uuid(),
        event_id: null,
        type,
        account_id: null,
        correlation: operator.correlation,
        body: render(sampleEvent(type, siteTime(site, clock)), type),
        created_at_ms: now,
      };
      const endpoints = await records.webhookEndpoints.all();
      const deliveries = await deliverTo({ ids }, records, [notification], endpoints, now);
      records.webhookDeliveries.wake();
      return { notification_id: notification.id, deliveries: deliveries.length };
    });
  };
