import { changesBetween, secretChanged } from '../../domain/audit-log/changes.ts';
import type { AuditChanges } from '../../domain/audit-log/entry.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.ts';

type Shown = Omit<WebhookEndpoint, 'url'> & { readonly host: string };

/** A path may hold a secret, so the audit log has the host of an address only. */
const shown = (endpoint: WebhookEndpoint | undefined): Shown | undefined =>
  endpoint && { ...endpoint, host: new URL(endpoint.url).host };

/** Returns the changes of an endpoint for the audit log, without its secrets; one side is missing for a new one. */
export const endpointChanges = (
  before: WebhookEndpoint | undefined,
  after: WebhookEndpoint | undefined,
): AuditChanges => ({
  ...changesBetween(shown(before), shown(after), [
    ...(['host', 'types', 'legacy_invoices', 'pause_reason'] as const),
    ...(['has_basic_auth', 'header_names'] as const),
  ]),
  ...(before?.url !== after?.url && shown(before)?.host === shown(after)?.host
    ? secretChanged('path', before?.url, after?.url)
    : {}),
  ...secretChanged('secrets', before?.sealed_secrets, after?.sealed_secrets),
});
