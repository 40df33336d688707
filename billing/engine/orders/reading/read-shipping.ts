import type { AccountRecord, ShippingAddressRecord } from '../../../domain/accounts/record.ts';
import { newShippingAddress } from '../../../domain/accounts/shipping-address.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import type { AccountInput } from '../../../resources/account.ts';
import type { ShippingAddressInput } from '../../../resources/shipping-address.ts';
import type { Issue } from '../../../values/failure.ts';
import type { Seconds } from '../../../values/time.ts';

/** Refers to a shipping address of the account by number, or contains a new one. */
export interface ShippingRequest {
  readonly shipping_address?: object | null | undefined;
  readonly shipping_address_id?: number | null | undefined;
}

type OfAccount = Pick<AccountInput, 'shipping_address' | 'shipping_addresses'>;

export interface ShippingReader {
  /** Returns the shipping address of a part of the request; undefined where it has none. */
  address(request: ShippingRequest, path: string): Promise<ShippingAddressRecord | undefined>;
  /**
   * Returns the address of items without one of their own: that of the order, else the last one of a new account. An
   * address by number cannot be combined with new addresses of the account.
   */
  ofOrder(
    order: ShippingRequest & { readonly account: OfAccount },
    path: string,
  ): Promise<ShippingAddressRecord | undefined>;
  /** New addresses found so far, which the order adds to the account. */
  readonly added: readonly ShippingAddressRecord[];
  readonly issues: readonly Issue[];
}

/** Reads the shipping addresses of one order. */
export const shippingReader = (
  records: Records,
  world: Pick<World, 'ids'>,
  at: Seconds,
  account_id: string,
  existing: AccountRecord | undefined,
): ShippingReader => {
  const added: ShippingAddressRecord[] = [];
  const issues: Issue[] = [];
  /** Its number is assigned when it is recorded. */
  const add = (input: object): ShippingAddressRecord => {
    const record = newShippingAddress(world, account_id, 0, at, input as ShippingAddressInput);
    added.push(record);
    return record;
  };
  const address: ShippingReader['address'] = async ({ shipping_address, shipping_address_id: id }, path) => {
    const field = `${path}.shipping_address_id`;
    if (shipping_address) {
      if (id) issues.push({ field, symbol: 'present', reason: 'address_beside_id' });
      return add(shipping_address);
    }
    if (id === null || id === undefined) return undefined;
    const found = existing && (await records.shippingAddresses.find(existing.id, id));
    if (!found) issues.push({ field, symbol: 'not_found' });
    return found;
  };
  return {
    added,
    issues,
    address,
    async ofOrder({ account, ...request }, path) {
      const { shipping_addresses, shipping_address } = account;
      const ofAccount = [...(shipping_addresses ?? []), ...(shipping_address ? [shipping_address] : [])].map(add);
      if (ofAccount.length > 0 && request.shipping_address_id) {
        issues.push({ field: `${path}.shipping_address_id`, symbol: 'invalid', reason: 'addresses_besides_id' });
        return undefined;
      }
      return (await address(request, path)) ?? (existing ? undefined : ofAccount.at(-1));
    },
  };
};
