import type { ShippingAddressRecord } from '../../domain/accounts/record.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import { siteQuery } from '../site-query.ts';
import { needSubscription } from './need-subscription.ts';
import { type AddressedSubscription, withShippingAddresses } from './with-shipping-addresses.ts';

/** Returns a subscription with its shipping address. Throws `not_found`. */
export const findSubscription = siteQuery(async (records, uuid: string): Promise<AddressedSubscription> => {
  const [found] = await withShippingAddresses(records, [await needSubscription(records, uuid)]);
  return found!;
});

/**
 * Returns a subscription, as an operation has left it, with its shipping address. `added` are addresses that the
 * operation would add.
 */
export const addShippingAddress = siteQuery(
  async (
    records,
    subscription: ShownSubscription,
    added: readonly ShippingAddressRecord[] = [],
  ): Promise<AddressedSubscription> => {
    const address = added.find(({ key }) => key === subscription.shipping_address_key);
    if (address) return { ...subscription, address };
    const [found] = await withShippingAddresses(records, [subscription]);
    return found!;
  },
);
