import type { World } from '../../../ports/world.ts';
import { Invalid } from '../../../values/failure.ts';
import { MAX_CENTS } from '../../../values/money/cents.ts';
import { inTurns } from '../../../values/steps.ts';
import { draftSteps, type OrderDraft } from './draft-order.ts';
import type { Order } from './order.ts';

/**
 * Prices an order. Throws `Invalid` for totals that exceed the limit of an invoice.
 *
 * @param path the root element of the request: `purchase`
 */
export const draftOrRefuse = async (
  { world }: { readonly world: Pick<World, 'ids' | 'turn'> },
  path: string,
  order: Order,
): Promise<OrderDraft> => {
  try {
    return await inTurns(draftSteps(world, order), world.turn);
  } catch (error) {
    if (error instanceof RangeError)
      throw new Invalid([{ field: `${path}.base`, symbol: 'invalid', count: MAX_CENTS }]);
    throw error;
  }
};
