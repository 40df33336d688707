import type { ShippingMethodRecord } from '../../domain/shipping/shipping-method.ts';
import type { Records } from '../../ports/storage.ts';
import { notFound } from '../../values/failure.ts';
import { siteList } from '../lists/site-list.ts';
import { siteQuery } from '../lists/site-query.ts';

/** Lists the shipping methods of a site. */
export const listShippingMethods = siteList(({ shippingMethods }) => shippingMethods);

/** Returns a shipping method. Throws `not_found`. */
export const needShippingMethod = async (
  { shippingMethods }: Pick<Records, 'shippingMethods'>,
  code: string,
): Promise<ShippingMethodRecord> => {
  const found = await shippingMethods.find(code);
  if (!found) throw notFound('ShippingMethod', 'code', code);
  return found;
};

/** Returns a shipping method. Throws `not_found`. */
export const findShippingMethod = siteQuery(needShippingMethod);

/** Shipping methods that a site can have. */
export const MOST_SHIPPING_METHODS = 200;

/** Returns all shipping methods of a site, oldest first. */
export const allShippingMethods = siteQuery(
  async ({ shippingMethods }): Promise<readonly ShippingMethodRecord[]> =>
    (await shippingMethods.list({ filter: {}, sort: 'created_at', order: 'asc', limit: MOST_SHIPPING_METHODS }))
      .records,
);
