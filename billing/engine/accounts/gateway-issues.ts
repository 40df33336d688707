import type { Gateways } from '../../ports/gateway.ts';
import type { Site } from '../../resources/site.ts';
import type { Issue } from '../../values/failure.ts';

/**
 * Returns an issue for a `gateway_code` that no gateway of the site has, so that the mistake is reported at once, not
 * when an invoice is collected weeks later.
 */
export const gatewayIssues = async (
  gateways: Pick<Gateways, 'knows'>,
  site: Site,
  field: string,
  gateway_code: string | null | undefined,
): Promise<Issue[]> =>
  gateway_code && !(await gateways.knows(site, gateway_code)) ? [{ field, symbol: 'not_found' }] : [];
