import {
  type EndpointTerms,
  MOST_ENDPOINTS,
  SECRET_LENGTH,
  signingSecret,
  type WebhookEndpoint,
} from '../../domain/webhooks/endpoint.ts';
import {
  authenticationIssues,
  endpointIssues,
  namesLegacy,
  type OpensUrl,
} from '../../domain/webhooks/endpoint-rules.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { type Administrator, callerOn, onSite, type SiteDeps } from '../../engine/sites/on-site.ts';
import { endpointChanges } from '../../engine/webhooks/endpoint-changes.ts';
import type { EndpointCipher } from '../../ports/webhooks.ts';
import { refuse } from '../../values/failure.ts';
import { Secret } from '../../values/secret.ts';

export interface EndpointDeps extends SiteDeps {
  readonly cipher: EndpointCipher;
  readonly opensUrl?: OpensUrl | undefined;
}

/** The credentials with which deliveries authenticate, as the operator typed them. */
export interface EndpointAuthentication {
  /** `user:password`. */
  readonly basic_auth: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

export interface NewEndpoint extends EndpointTerms, EndpointAuthentication {}

export interface AddedEndpoint {
  readonly endpoint: WebhookEndpoint;
  /** Shown once: it is stored encrypted, and only the sender of deliveries reads it. */
  readonly signing_secret: string;
}

/** Adds a webhook endpoint to a site. Throws `not_found`, `Invalid`. */
export const addEndpoint =
  (deps: EndpointDeps) =>
  (
    operator: Administrator,
    subdomain: string,
    { url, types, legacy_invoices, basic_auth, headers }: NewEndpoint,
  ): Promise<AddedEndpoint> =>
    onSite(deps, subdomain, async (site, _sites, records) => {
      const others = await records.webhookEndpoints.all();
      refuse([
        ...endpointIssues(site, { url, types }, deps.opensUrl),
        ...authenticationIssues(basic_auth, headers),
        ...(others.length < MOST_ENDPOINTS
          ? []
          : [{ field: 'site.webhook_endpoints', symbol: 'too_many', count: MOST_ENDPOINTS } as const]),
      ]);
      const { clock, ids } = deps.world;
      const [id, signing_secret] = [ids.uuid(), signingSecret(ids.secret(SECRET_LENGTH))];
      const endpoint: WebhookEndpoint = {
        id,
        url,
        types,
        legacy_invoices: legacy_invoices || namesLegacy(types),
        pause_reason: null,
        has_basic_auth: basic_auth !== null,
        header_names: Object.keys(headers),
        sealed_secrets: deps.cipher.seal(
          { site_id: site.id, endpoint_id: id },
          { signing: new Secret(signing_secret), previous: null, ...asSecrets({ basic_auth, headers }) },
        ),
        previous_secret_until_ms: null,
        created_at_ms: clock.now(),
        updated_at_ms: clock.now(),
      };
      await records.webhookEndpoints.add(endpoint);
      const caller = callerOn(deps.world, operator, site);
      await records.auditLog.append(
        auditEntry(deps.world, caller, 'webhook.added', id, endpointChanges(undefined, endpoint)),
      );
      return { endpoint, signing_secret };
    });

export const asSecrets = ({ basic_auth, headers }: EndpointAuthentication) => ({
  basic_auth: basic_auth === null ? null : new Secret(basic_auth),
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, new Secret(value)])),
});
