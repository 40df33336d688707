import type { EndpointTerms, WebhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import {
  authenticationIssues,
  endpointIssues,
  namesLegacy,
  type OpensUrl,
} from '../../domain/webhooks/endpoint-rules.ts';
import type { Administrator } from '../../engine/sites/on-site.ts';
import { type ChangeEndpointDeps, onEndpoint, openSecrets } from '../../engine/webhooks/on-endpoint.ts';
import { pauseEndpoint } from '../../engine/webhooks/pause-endpoint.ts';
import type { EndpointCipher } from '../../ports/webhooks.ts';
import { refuse } from '../../values/failure.ts';
import { asSecrets, type EndpointAuthentication } from './add-endpoint.ts';

export interface EndpointChanges extends Partial<EndpointTerms>, Partial<EndpointAuthentication> {
  readonly state?: 'active' | 'paused';
}

/**
 * Changes the fields named of a webhook endpoint; `headers` replaces all of them. The types apply to later events.
 * Activating an endpoint does not send paused deliveries: they wait for a retry. Throws `not_found`, `Invalid`,
 * `webhook_secrets_unreadable`.
 */
export const changeEndpoint =
  (deps: ChangeEndpointDeps & { readonly cipher: EndpointCipher; readonly opensUrl?: OpensUrl | undefined }) =>
  (operator: Administrator, id: string, changes: EndpointChanges): Promise<WebhookEndpoint> =>
    onEndpoint(deps, operator, id, 'changed', async (before, records, caller) => {
      const { state, basic_auth, headers, ...terms } = changes;
      const changed: WebhookEndpoint = {
        ...before,
        ...terms,
        ...(terms.types && namesLegacy(terms.types) ? { legacy_invoices: true } : {}),
        ...resealed(deps.cipher, caller.site, before, { basic_auth, headers }),
        pause_reason: state === 'active' ? null : before.pause_reason,
        updated_at_ms: deps.world.clock.now(),
      };
      // A network that the operator has closed again does not keep an endpoint in it from being paused.
      const opens = terms.url === undefined ? () => true : deps.opensUrl;
      refuse([
        ...endpointIssues(caller.site, changed, opens),
        ...authenticationIssues(basic_auth ?? null, headers ?? {}),
      ]);
      if (state === 'paused' && before.pause_reason === null) {
        return pauseEndpoint(deps.world, caller, records, changed, 'operator');
      }
      await records.webhookEndpoints.save(changed);
      if (state === 'active') await records.webhookEndpoints.setFailingSince(id, null);
      records.webhookDeliveries.wake();
      return changed;
    });

type Typed = { readonly [Name in keyof EndpointAuthentication]: EndpointAuthentication[Name] | undefined };

const resealed = (
  cipher: EndpointCipher,
  site: { readonly id: string; readonly subdomain: string },
  before: WebhookEndpoint,
  { basic_auth, headers }: Typed,
): Partial<WebhookEndpoint> => {
  if (basic_auth === undefined && headers === undefined) return {};
  const { secrets } = openSecrets(cipher, site, before);
  const typed = asSecrets({ basic_auth: basic_auth ?? null, headers: headers ?? {} });
  const owner = { site_id: site.id, endpoint_id: before.id };
  return {
    has_basic_auth: basic_auth === undefined ? before.has_basic_auth : basic_auth !== null,
    header_names: headers === undefined ? before.header_names : Object.keys(headers),
    sealed_secrets: cipher.seal(owner, {
      ...secrets,
      ...(basic_auth === undefined ? {} : { basic_auth: typed.basic_auth }),
      ...(headers === undefined ? {} : { headers: typed.headers }),
    }),
  };
};
