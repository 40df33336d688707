import type { ShippingAddressRecord } from '../../domain/accounts/record.ts';
import type { Records } from '../../ports/storage.ts';
import { notFound } from '../../values/failure.ts';
import { siteQuery } from '../site-query.ts';
import { needAccount } from './need-account.ts';

export const addressCount = (
  { shippingAddresses }: Pick<Records, 'shippingAddresses'>,
  account_id: string,
): Promise<number> => shippingAddresses.count({ filter: { account_id }, sort: 'created_at', order: 'asc', limit: 1 });

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

/** Returns a shipping address of an account. Throws `not_found`. */
export const findShippingAddress = siteQuery(needShippingAddress);
