import { asRetried } from '../../domain/webhooks/retry.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { type Administrator, callerOn, type SiteDeps } from '../../engine/sites/on-site.ts';
import type { Storage } from '../../ports/storage.ts';
import { needDeliveryOfAny, needEndpoint } from '../../queries/messages/webhooks.ts';
import { Failure, notFound } from '../../values/failure.ts';

export interface RetryDeps extends SiteDeps {
  readonly storage: Storage;
}

/**
 * Makes a delivery due at once, whatever its state; a delivered one is sent again. The attempt counts: once the retries
 * are used up, another failure ends it. Throws `not_found`, `webhook_paused`.
 */
export const retryDelivery =
  (deps: RetryDeps) =>
  async (operator: Administrator, id: string): Promise<void> => {
    const { site } = await needDeliveryOfAny(deps, id);
    await deps.storage.transaction(site.id, async (records) => {
      const delivery = await records.webhookDeliveries.find(id);
      if (!delivery) throw notFound('WebhookDelivery', 'id', id);
      const endpoint = await needEndpoint(records, delivery.endpoint_id);
      if (endpoint.pause_reason !== null) throw new Failure('webhook_paused', { value: endpoint.id });
      await records.webhookDeliveries.save(asRetried(delivery, deps.world.clock.now()));
      const caller = callerOn(deps.world, operator, site);
      await records.auditLog.append(auditEntry(deps.world, caller, 'webhook.delivery_retried', id));
      records.webhookDeliveries.wake();
    });
  };
