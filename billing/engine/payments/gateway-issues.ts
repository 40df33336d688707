import type { Issue } from '../../failure.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Site } from '../../site.ts';

/** A `gateway_code` that no gateway of the site goes by: said when it is sent, not when somebody collects by it weeks later. */
export const gatewayIssues = (
  gateways: Pick<Gateways, 'knows'>,
  site: Site,
  field: string,
  gateway_code: string | null | undefined,
): Issue[] => (gateway_code && !gateways.knows(site, gateway_code) ? [{ field, symbol: 'not_found' }] : []);
