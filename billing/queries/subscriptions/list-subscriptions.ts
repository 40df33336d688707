import { siteList } from '../site-list.ts';
import { withShippingAddresses } from './with-shipping-addresses.ts';

/** Lists subscriptions with their shipping addresses. */
export const listSubscriptions = siteList(
  ({ subscriptions }) => subscriptions,
  (listed, _, records) => withShippingAddresses(records, listed),
);
