import type { Administrator } from '../../engine/sites/on-site.ts';
import { type ChangeEndpointDeps, onEndpoint } from '../../engine/webhooks/on-endpoint.ts';

/** Removes a webhook endpoint with its secrets and its deliveries. Throws `not_found`. */
export const removeEndpoint =
  (deps: ChangeEndpointDeps) =>
  (operator: Administrator, id: string): Promise<void> =>
    onEndpoint(deps, operator, id, 'removed', (_endpoint, { webhookEndpoints }) => webhookEndpoints.remove(id));
