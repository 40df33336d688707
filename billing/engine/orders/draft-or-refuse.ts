import { Invalid } from '../../failure.ts';
import type { World } from '../../ports/world.ts';
import { draftOrder, type OrderDraft } from './draft-order.ts';
import type { Order } from './order.ts';

/**
 * Prices an order. Throws `Invalid` for totals that exceed the limit of an invoice.
 *
 * @param path the root element of the request: `purchase`
 */
export const draftOrRefuse = (
  { world }: { readonly world: Pick<World, 'ids'> },
  path: string,
  order: Order,
): OrderDraft => {
  try {
    return draftOrder(world, order);
  } catch (error) {
    if (error instanceof RangeError) throw new Invalid([{ field: `${path}.base`, symbol: 'invalid' }]);
    throw error;
  }
};
