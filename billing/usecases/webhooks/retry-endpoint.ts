import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { type Administrator, callerOn } from '../../engine/sites/on-site.ts';
import { needEndpoint, needEndpointOfAny } from '../../queries/messages/webhooks.ts';
import { Failure } from '../../values/failure.ts';
import type { RetryDeps } from './retry-delivery.ts';

/**
 * Makes every undelivered delivery of an endpoint, a retrying one too, due at once. Throws `not_found`,
 * `webhook_paused`.
 */
export const retryEndpoint =
  (deps: RetryDeps) =>
  async (operator: Administrator, id: string): Promise<number> => {
    const { site } = await needEndpointOfAny(deps, id);
    return deps.storage.transaction(site.id, async (records) => {
      const endpoint = await needEndpoint(records, id);
      if (endpoint.pause_reason !== null) throw new Failure('webhook_paused', { value: id });
      const count = await records.webhookDeliveries.retryAll(id, deps.world.clock.now());
      const caller = callerOn(deps.world, operator, site);
      await records.auditLog.append(auditEntry(deps.world, caller, 'webhook.retried', id));
      records.webhookDeliveries.wake();
      return count;
    });
  };
