import type { ShownDelivery } from '../../domain/webhooks/delivery.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import type { SiteRecords } from '../../ports/sites.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { notFound } from '../../values/failure.ts';

export interface OwnerDeps {
  readonly sites: Pick<SiteRecords, 'withWebhooks'>;
  readonly storage: Storage;
}

/** Returns an endpoint, which an operator names by its id alone, with its site. Throws `not_found`. */
export const needEndpointOfAny = async (
  { sites, storage }: OwnerDeps,
  id: string,
): Promise<{ readonly site: Site; readonly endpoint: WebhookEndpoint }> => {
  for (const site of await sites.withWebhooks()) {
    const endpoint = await storage.of(site.id).webhookEndpoints.find(id);
    if (endpoint) return { site, endpoint };
  }
  throw notFound('WebhookEndpoint', 'id', id);
};

/** Returns a delivery, which an operator names by its id alone, with its site. Throws `not_found`. */
export const needDeliveryOfAny = async (
  { sites, storage }: OwnerDeps,
  id: string,
): Promise<{ readonly site: Site; readonly delivery: ShownDelivery }> => {
  for (const site of await sites.withWebhooks()) {
    const delivery = await storage.of(site.id).webhookDeliveries.find(id);
    if (delivery) return { site, delivery };
  }
  throw notFound('WebhookDelivery', 'id', id);
};

/** Returns an endpoint of the records of a transaction. Throws `not_found`. */
export const needEndpoint = async (
  { webhookEndpoints }: Pick<Records, 'webhookEndpoints'>,
  id: string,
): Promise<WebhookEndpoint> => {
  const found = await webhookEndpoints.find(id);
  if (!found) throw notFound('WebhookEndpoint', 'id', id);
  return found;
};
