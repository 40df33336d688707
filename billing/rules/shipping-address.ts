import { type Issue, notFound } from '../failure.ts';
import type { Records, ShippingAddressRecord } from '../ports/records.ts';
import type { World } from '../ports/world.ts';
import { filled } from '../resources/apply.ts';
import { MOST_SHIPPING_ADDRESSES, type ShippingAddressInput, shippingAddress } from '../resources/shipping-address.ts';
import type { Seconds } from '../time.ts';
import { needAccount } from './account.ts';

/** An account holds at most twenty (specification "Limits"). */
export const tooManyAddresses = (held: number, added: number): Issue[] =>
  held + added > MOST_SHIPPING_ADDRESSES
    ? [{ field: 'account.shipping_addresses', symbol: 'too_many', count: MOST_SHIPPING_ADDRESSES }]
    : [];

export const addressCount = (
  { shippingAddresses }: Pick<Records, 'shippingAddresses'>,
  account_id: string,
): Promise<number> => shippingAddresses.count({ filter: { account_id }, sort: 'created_at', order: 'asc', limit: 1 });

export const newShippingAddress = (
  { ids }: Pick<World, 'ids'>,
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

/** The address by the number clients know, or 404. */
export const needShippingAddress = async (
  records: Pick<Records, 'accounts' | 'shippingAddresses'>,
  account_code: string,
  id: string,
): Promise<ShippingAddressRecord> => {
  const account = await needAccount(records, account_code);
  const known = /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id));
  const found = known ? await records.shippingAddresses.find(account.id, Number(id)) : undefined;
  if (!found) throw notFound('ShippingAddress', 'id', id);
  return found;
};
