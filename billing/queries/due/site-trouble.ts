import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../resources/site.ts';
import { isUnattended } from './late-work.ts';

/**
 * Returns what does not work at a site, by the names in `/health`: `worker` when work is late and no worker is at it,
 * and `gateway:<code>` for each outage.
 */
export const siteTrouble =
  (deps: { readonly storage: Storage; readonly world: Pick<World, 'clock'> }) =>
  async (site: Site): Promise<readonly string[]> => {
    const outages = await deps.storage.of(site.id).gatewayOutages.all();
    const gateways = outages.map(({ gateway_code }) => `gateway:${gateway_code}`);
    return (await isUnattended(deps)(site)) ? ['worker', ...gateways] : gateways;
  };
