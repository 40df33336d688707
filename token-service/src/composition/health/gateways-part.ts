import type { AskedAccount, SparedGateways } from '../../adapters/gateway/spared-gateways.ts';
import type { ProcessTrouble } from '../../adapters/storage/records/process-troubles.ts';
import type { HealthPart } from '../../http/health-check.ts';

const SLOW = 'takes more than five seconds for each of the latest calls.';

/** Returns the check of gateways that answer slowly. Those that do not answer are found at the sites. */
export const slowGatewaysPart = ({ slow }: Pick<SparedGateways, 'slow'>): HealthPart => ({
  names: [],
  look: async () =>
    slow().map(({ site, account }) => ({
      part: `gateway:${site}/${account}`,
      reason: `The gateway ${SLOW}`,
    })),
});

/** The start of the names by which processes tell one another of slow gateways: `/health` has one for all trouble. */
const TOLD_AS = 'gateway_slow:';

/** Returns what a process tells the others of a slow gateway. */
export const slowGatewayTrouble = ({ site, account }: AskedAccount): Pick<ProcessTrouble, 'part' | 'reason'> => ({
  part: `${TOLD_AS}${site}/${account}`,
  reason: `The gateway account ${account} ${SLOW}`,
});

/** Whether a trouble is that of a slow gateway of a site. */
export const isSlowGatewayOf = (subdomain: string, { part }: Pick<ProcessTrouble, 'part'>): boolean =>
  part.startsWith(`${TOLD_AS}${subdomain}/`);
