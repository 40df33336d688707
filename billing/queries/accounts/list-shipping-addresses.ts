import { siteList } from '../site-list.ts';

/** Lists the shipping addresses of an account. */
export const listShippingAddresses = siteList(({ shippingAddresses }) => shippingAddresses);
