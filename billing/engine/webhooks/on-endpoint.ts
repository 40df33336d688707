import type { EndpointSecrets, WebhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { EndpointCipher } from '../../ports/webhooks.ts';
import { needEndpoint, needEndpointOfAny } from '../../queries/messages/webhooks.ts';
import type { Site } from '../../resources/site.ts';
import { Failure } from '../../values/failure.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { type Administrator, callerOn, type SiteDeps } from '../sites/on-site.ts';
import { endpointChanges } from './endpoint-changes.ts';

export interface ChangeEndpointDeps extends SiteDeps {
  readonly storage: Storage;
}

type Work<T> = (endpoint: WebhookEndpoint, records: Records, caller: Caller) => Promise<T>;

/** Runs a change of an endpoint, found by its id, in one transaction with its audit entry. Throws `not_found`. */
export const onEndpoint = async <T>(
  deps: ChangeEndpointDeps,
  operator: Administrator,
  id: string,
  what: string,
  work: Work<T>,
): Promise<T> => {
  const { site } = await needEndpointOfAny(deps, id);
  const caller = callerOn(deps.world, operator, site);
  return deps.storage.transaction(site.id, async (records) => {
    const before = await needEndpoint(records, id);
    const result = await work(before, records, caller);
    const after = await records.webhookEndpoints.find(id);
    const changes = what === 'reencrypted' ? null : endpointChanges(before, after);
    await records.auditLog.append(auditEntry(deps.world, caller, `webhook.${what}`, id, changes));
    return result;
  });
};

/** Returns the secrets of an endpoint. Throws `webhook_secrets_unreadable`. */
export const openSecrets = (
  cipher: Pick<EndpointCipher, 'open'>,
  site: Pick<Site, 'id' | 'subdomain'>,
  { id, sealed_secrets }: WebhookEndpoint,
): { readonly secrets: EndpointSecrets; readonly isCurrent: boolean } => {
  const opened = cipher.open({ site_id: site.id, endpoint_id: id }, sealed_secrets);
  if (!opened) throw new Failure('webhook_secrets_unreadable', { value: id, subdomain: site.subdomain });
  return opened;
};
