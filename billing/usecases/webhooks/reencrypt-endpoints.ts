import type { Administrator } from '../../engine/sites/on-site.ts';
import { type ChangeEndpointDeps, onEndpoint, openSecrets } from '../../engine/webhooks/on-endpoint.ts';
import type { EndpointCipher } from '../../ports/webhooks.ts';

export interface ReencryptedEndpoints {
  readonly endpoints: number;
  /** Number of them that were sealed with the earlier key. */
  readonly reencrypted: number;
}

/**
 * Encrypts the secrets of every webhook endpoint with the operator's present key, each in a transaction of its own; a
 * second run does the rest. Throws `webhook_secrets_unreadable` at the first one that no key opens.
 */
export const reencryptEndpoints =
  (deps: ChangeEndpointDeps & { readonly cipher: EndpointCipher }) =>
  async (operator: Administrator): Promise<ReencryptedEndpoints> => {
    let [endpoints, reencrypted] = [0, 0];
    for (const site of await deps.sites.withWebhooks()) {
      for (const endpoint of await deps.storage.of(site.id).webhookEndpoints.all()) {
        endpoints += 1;
        if (openSecrets(deps.cipher, site, endpoint).isCurrent) continue;
        await onEndpoint(deps, operator, endpoint.id, 'reencrypted', async (present, { webhookEndpoints }) => {
          const { secrets } = openSecrets(deps.cipher, site, present);
          const sealed_secrets = deps.cipher.seal({ site_id: site.id, endpoint_id: present.id }, secrets);
          await webhookEndpoints.save({ ...present, sealed_secrets });
        });
        reencrypted += 1;
      }
    }
    return { endpoints, reencrypted };
  };
