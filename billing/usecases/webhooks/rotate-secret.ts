import { ROTATION_PERIOD, SECRET_LENGTH, signingSecret } from '../../domain/webhooks/endpoint.ts';
import type { Administrator } from '../../engine/sites/on-site.ts';
import { type ChangeEndpointDeps, onEndpoint, openSecrets } from '../../engine/webhooks/on-endpoint.ts';
import type { EndpointCipher } from '../../ports/webhooks.ts';
import { Secret } from '../../values/secret.ts';
import type { AddedEndpoint } from './add-endpoint.ts';

/**
 * Gives an endpoint a new signing secret. For 24 hours deliveries carry a signature with each of the two, so that the
 * receiver can change over at any moment. Throws `not_found`, `webhook_secrets_unreadable`.
 */
export const rotateSecret =
  (deps: ChangeEndpointDeps & { readonly cipher: EndpointCipher }) =>
  (operator: Administrator, id: string): Promise<AddedEndpoint> =>
    onEndpoint(deps, operator, id, 'secret_rotated', async (before, { webhookEndpoints }, { site }) => {
      const { secrets } = openSecrets(deps.cipher, site, before);
      const { clock, ids } = deps.world;
      const signing_secret = signingSecret(ids.secret(SECRET_LENGTH));
      const rotated = { ...secrets, signing: new Secret(signing_secret), previous: secrets.signing };
      const endpoint = {
        ...before,
        sealed_secrets: deps.cipher.seal({ site_id: site.id, endpoint_id: id }, rotated),
        previous_secret_until_ms: clock.now() + ROTATION_PERIOD,
        updated_at_ms: clock.now(),
      };
      await webhookEndpoints.save(endpoint);
      return { endpoint, signing_secret };
    });
