import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';

export interface ListedEndpoint extends Omit<WebhookEndpoint, 'sealed_secrets'> {
  /** Since when every attempt has failed; null while the last one succeeded. Milliseconds. */
  readonly failing_since: number | null;
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
        failing_since: await webhookEndpoints.failingSince(shown.id),
      })),
    );
  };
