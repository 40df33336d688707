import type { ShownDelivery } from '../../domain/webhooks/delivery.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import type { SiteRecords } from '../../ports/sites.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { DeliveryPage, EndpointCipher } from '../../ports/webhooks.ts';
import type { Site } from '../../resources/site.ts';
import { notFound } from '../../values/failure.ts';
import type { Millis } from '../../values/time.ts';
import { siteQuery } from '../lists/site-query.ts';

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

/** Returns an endpoint of a site, with its secrets encrypted. Throws `not_found`. */
export const findEndpoint = siteQuery(needEndpoint);

/** Returns a delivery of a site. Throws `not_found`. */
export const findDelivery = siteQuery(async ({ webhookDeliveries }: Records, id: string): Promise<ShownDelivery> => {
  const found = await webhookDeliveries.find(id);
  if (!found) throw notFound('WebhookDelivery', 'id', id);
  return found;
});

/** Returns deliveries of a site, newest first, of one state or of all. */
export const listDeliveries =
  ({ storage }: { readonly storage: Storage }) =>
  ({ id }: Pick<Site, 'id'>, page: DeliveryPage, limit: number): Promise<readonly ShownDelivery[]> =>
    storage.of(id).webhookDeliveries.list(page, limit);

/** Returns how many deliveries a site has, of one state or of all, up to `most`. */
export const countDeliveries =
  ({ storage }: { readonly storage: Storage }) =>
  ({ id }: Pick<Site, 'id'>, page: DeliveryPage, most?: number): Promise<number> =>
    storage.of(id).webhookDeliveries.count(page, most);

export interface ListedEndpoint extends Omit<WebhookEndpoint, 'sealed_secrets'> {
  /** Time since which every attempt has failed; null while the last one succeeded. Milliseconds. */
  readonly failing_since_ms: Millis | null;
}

/** Returns the webhook endpoints of a site, oldest first, without secrets. */
export const listEndpoints =
  ({ storage }: { readonly storage: Storage }) =>
  async ({ id }: Pick<Site, 'id'>): Promise<readonly ListedEndpoint[]> => {
    const { webhookEndpoints } = storage.of(id);
    const endpoints = await webhookEndpoints.all();
    return Promise.all(
      endpoints.map(async ({ sealed_secrets: _, ...shown }) => ({
        ...shown,
        failing_since_ms: await webhookEndpoints.failingSince(shown.id),
      })),
    );
  };

export interface UnreadableEndpoint {
  readonly subdomain: string;
  readonly id: string;
}

/** Returns the webhook endpoints of all sites whose secrets no key of the operator opens. */
export const unreadableEndpoints =
  ({
    sites,
    storage,
    cipher,
  }: {
    readonly sites: Pick<SiteRecords, 'withWebhooks'>;
    readonly storage: Storage;
    readonly cipher: Pick<EndpointCipher, 'open'>;
  }) =>
  async (): Promise<readonly UnreadableEndpoint[]> => {
    const unreadable: UnreadableEndpoint[] = [];
    for (const { id: site_id, subdomain } of await sites.withWebhooks()) {
      for (const { id, sealed_secrets } of await storage.of(site_id).webhookEndpoints.all()) {
        if (!cipher.open({ site_id, endpoint_id: id }, sealed_secrets)) unreadable.push({ subdomain, id });
      }
    }
    return unreadable;
  };
