import { filled } from '../../resources/apply.ts';
import {
  MOST_SHIPPING_ADDRESSES,
  type ShippingAddressInput,
  shippingAddress,
} from '../../resources/shipping-address.ts';
import type { Issue } from '../../values/failure.ts';
import type { Ids } from '../../values/ids.ts';
import type { Seconds } from '../../values/time.ts';
import type { ShippingAddressRecord } from './record.ts';

/** Returns the issue of more addresses than an account can have: twenty. */
export const tooManyAddresses = (held: number, added: number): Issue[] =>
  held + added > MOST_SHIPPING_ADDRESSES
    ? [{ field: 'account.shipping_addresses', symbol: 'too_many', count: MOST_SHIPPING_ADDRESSES }]
    : [];

export const newShippingAddress = (
  { ids }: { readonly ids: Ids },
  accountId: string,
  id: number,
  at: Seconds,
  input: ShippingAddressInput,
): ShippingAddressRecord => ({
  ...filled(shippingAddress, input),
  key: ids.uuid(),
  account_id: accountId,
  id,
  created_at: at,
  updated_at: at,
});
