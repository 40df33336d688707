import type { ShippingAddressRecord } from '../../domain/accounts/record.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { Records } from '../../ports/storage.ts';

/** A subscription with the address that it is shipped to. */
export interface AddressedSubscription extends ShownSubscription {
  readonly address: ShippingAddressRecord | undefined;
}

/** Returns subscriptions with their shipping addresses, which are read together. */
export const withShippingAddresses = async (
  { shippingAddresses }: Pick<Records, 'shippingAddresses'>,
  subscriptions: readonly ShownSubscription[],
): Promise<AddressedSubscription[]> => {
  const keys = subscriptions.flatMap(({ shipping_address_key: key }) => (key === null ? [] : [key]));
  const addresses = new Map((await shippingAddresses.byKeys(keys)).map((address) => [address.key, address]));
  return subscriptions.map((one) => ({ ...one, address: addresses.get(one.shipping_address_key ?? '') }));
};
