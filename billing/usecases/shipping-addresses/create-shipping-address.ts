import { refuse } from '../../failure.ts';
import type { ShippingAddressRecord, Storage } from '../../ports/records.ts';
import type { Caller, World } from '../../ports/world.ts';
import type { ShippingAddressInput } from '../../resources/shipping-address.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { needAccount } from '../../rules/account.ts';
import { eventOf } from '../../rules/journal.ts';
import { addressCount, newShippingAddress, tooManyAddresses } from '../../rules/shipping-address.ts';
import { siteTime } from '../../site.ts';

/** Adds an address to an account, which holds at most twenty. Throws `not_found`, `Invalid`. */
export const createShippingAddress =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (
    caller: Caller,
    account_code: string,
    { value, issues }: Submitted<ShippingAddressInput>,
  ): Promise<ShippingAddressRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const account = await needAccount(records, account_code);
      refuse([...issues, ...tooManyAddresses(await addressCount(records, account.id), 1)]);
      const at = siteTime(caller.site, world.clock);
      const address = newShippingAddress(world, account.id, await records.next('shipping_address'), at, value);
      await records.shippingAddresses.add(address);
      await records.events.append(eventOf(world, caller, 'shipping_address.created', `${account_code}/${address.id}`));
      return address;
    });
