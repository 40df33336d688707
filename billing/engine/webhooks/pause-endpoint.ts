import type { PauseReason, WebhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { endpointChanges } from './endpoint-changes.ts';

/**
 * Pauses an endpoint and its pending deliveries, and notifies the site's technical contact unless the operator did it.
 * The message names the host only: a path may hold a secret.
 */
export const pauseEndpoint = async (
  { clock, ids }: Pick<World, 'clock' | 'ids'>,
  caller: Caller,
  records: Records,
  endpoint: WebhookEndpoint,
  reason: PauseReason,
): Promise<WebhookEndpoint> => {
  const paused = { ...endpoint, pause_reason: reason, updated_at_ms: clock.now() };
  await records.webhookEndpoints.save(paused);
  await records.webhookDeliveries.pause(endpoint.id);
  await records.auditLog.append(
    auditEntry({ ids }, caller, 'webhook.paused', endpoint.id, endpointChanges(endpoint, paused)),
  );
  const { technical_contact, subdomain } = caller.site;
  if (reason !== 'operator' && technical_contact !== null) {
    await records.outbox.queue({
      id: ids.uuid(),
      kind: 'webhook_endpoint_paused',
      recipient: technical_contact,
      correlation: caller.correlation,
      payload: { subdomain, endpoint_id: endpoint.id, host: new URL(endpoint.url).host, reason },
    });
  }
  return paused;
};
