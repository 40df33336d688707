import type { Issue } from '../../failure.ts';
import type { AccountRecord, Records, ShippingAddressRecord } from '../../ports/records.ts';
import type { World } from '../../ports/world.ts';
import type { AccountInput } from '../../resources/account.ts';
import type { ShippingAddressInput } from '../../resources/shipping-address.ts';
import { newShippingAddress } from '../../rules/shipping-address.ts';
import type { Seconds } from '../../time.ts';

interface Named {
  readonly shipping_address?: object | null | undefined;
  readonly shipping_address_id?: number | null | undefined;
}

/** The shipping addresses of one sale: looked up by number, or new ones that it brings. */
export interface ShippingDesk {
  /** Of a line or of the whole sale; undefined where it names none. */
  address(named: Named, path: string): Promise<ShippingAddressRecord | undefined>;
  /** Those that come with the account. The last one of a new account stands for everything that names none. */
  ofAccount(account: Pick<AccountInput, 'shipping_address' | 'shipping_addresses'>): ShippingAddressRecord | undefined;
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
  return {
    added,
    issues,
    async address({ shipping_address, shipping_address_id }, path) {
      if (shipping_address) return add(shipping_address);
      if (shipping_address_id === null || shipping_address_id === undefined) return undefined;
      const found = existing && (await records.shippingAddresses.find(existing.id, shipping_address_id));
      if (!found) issues.push({ field: `${path}.shipping_address_id`, symbol: 'not_found' });
      return found;
    },
    ofAccount({ shipping_address, shipping_addresses }) {
      const brought = [...(shipping_addresses ?? []), ...(shipping_address ? [shipping_address] : [])].map(add);
      return existing ? undefined : brought.at(-1);
    },
  };
};
