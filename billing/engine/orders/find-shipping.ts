import type { AccountRecord, ShippingAddressRecord } from '../../accounts/record.ts';
import { newShippingAddress } from '../../accounts/shipping-address.ts';
import type { Issue } from '../../failure.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { AccountInput } from '../../resources/account.ts';
import type { ShippingAddressInput } from '../../resources/shipping-address.ts';
import type { Seconds } from '../../time.ts';

interface Named {
  readonly shipping_address?: object | null | undefined;
  readonly shipping_address_id?: number | null | undefined;
}

type Brought = Pick<AccountInput, 'shipping_address' | 'shipping_addresses'>;

/** The shipping addresses of one sale: looked up by number, or new ones that it brings. */
export interface ShippingDesk {
  /** Of a line; undefined where it names none. */
  address(named: Named, path: string): Promise<ShippingAddressRecord | undefined>;
  /**
   * Of everything that names none: the sale's own, else the last of those that come with a new account. One by number does not go with any that come
   * with an account (specification "Create purchase").
   */
  ofSale(sale: Named & { readonly account: Brought }, path: string): Promise<ShippingAddressRecord | undefined>;
  readonly added: readonly ShippingAddressRecord[];
  readonly issues: readonly Issue[];
}

export const shippingDesk = (
  records: Records,
  world: Pick<World, 'ids'>,
  at: Seconds,
  account_id: string,
  existing: AccountRecord | undefined,
): ShippingDesk => {
  const added: ShippingAddressRecord[] = [];
  const issues: Issue[] = [];
  /** Its number is given when it is stored. */
  const add = (input: object): ShippingAddressRecord => {
    const record = newShippingAddress(world, account_id, 0, at, input as ShippingAddressInput);
    added.push(record);
    return record;
  };
  const address: ShippingDesk['address'] = async ({ shipping_address, shipping_address_id: id }, path) => {
    const field = `${path}.shipping_address_id`;
    if (shipping_address) {
      if (id) issues.push({ field, symbol: 'present' });
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
    async ofSale({ account, ...named }, path) {
      const { shipping_addresses, shipping_address } = account;
      const brought = [...(shipping_addresses ?? []), ...(shipping_address ? [shipping_address] : [])].map(add);
      if (brought.length > 0 && named.shipping_address_id) {
        issues.push({ field: `${path}.shipping_address_id`, symbol: 'invalid' });
        return undefined;
      }
      return (await address(named, path)) ?? (existing ? undefined : brought.at(-1));
    },
  };
};
