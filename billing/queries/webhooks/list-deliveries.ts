import type { DeliveryState, ShownDelivery } from '../../domain/webhooks/delivery.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';

/** Deliveries that a list shows. */
const MOST = 100;

/** Returns the latest deliveries of a site, newest first, of one state or of all. */
export const listDeliveries =
  ({ storage }: { readonly storage: Storage }) =>
  ({ id }: Pick<Site, 'id'>, filter: { readonly state?: DeliveryState }): Promise<readonly ShownDelivery[]> =>
    storage.of(id).webhookDeliveries.list(filter, MOST);
