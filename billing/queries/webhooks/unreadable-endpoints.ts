import type { SiteRecords } from '../../ports/sites.ts';
import type { Storage } from '../../ports/storage.ts';
import type { EndpointCipher } from '../../ports/webhooks.ts';

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
