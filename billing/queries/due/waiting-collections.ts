import type { GatewayOutage } from '../../domain/gateway-outages/outage.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import { WAITS_FOR } from '../../domain/payments/unanswered.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { type Site, siteTime } from '../../resources/site.ts';

const MOST_SHOWN = 200;

/** The outages of gateways, and the collections that wait for their end. */
export interface WaitingCollections {
  readonly outages: readonly GatewayOutage[];
  /** Invoices whose collection waits, the longest first. */
  readonly invoices: readonly ShownInvoice[];
}

/** Returns the outages of a site's gateways, and the invoices whose collection waits for one. */
export const waitingCollections =
  ({ storage, world }: { readonly storage: Storage; readonly world: Pick<World, 'clock'> }) =>
  async (site: Site): Promise<WaitingCollections> => {
    const { gatewayOutages, invoices } = storage.of(site.id);
    const since = siteTime(site, world.clock) - WAITS_FOR;
    const [outages, waiting] = await Promise.all([
      gatewayOutages.all(),
      invoices.waitingForGateway(undefined, since, MOST_SHOWN),
    ]);
    return { outages, invoices: waiting };
  };
