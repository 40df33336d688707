import type { SparedGateways } from '../../adapters/gateway/spared-gateways.ts';
import type { HealthPart } from '../../http/health-check.ts';

/** Returns the check of gateways that answer slowly. Those that do not answer are found at the sites. */
export const slowGatewaysPart = ({ slow }: Pick<SparedGateways, 'slow'>): HealthPart => ({
  names: [],
  look: async () =>
    slow().map(({ site, account }) => ({
      part: `gateway:${site}/${account}`,
      reason: 'The gateway takes more than five seconds for each of the latest calls.',
    })),
});
