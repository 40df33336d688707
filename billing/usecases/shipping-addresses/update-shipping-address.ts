import { refuse } from '../../failure.ts';
import type { ShippingAddressRecord, Storage } from '../../ports/records.ts';
import type { Caller, World } from '../../ports/world.ts';
import { changes } from '../../resources/apply.ts';
import { type ShippingAddressInput, shippingAddress } from '../../resources/shipping-address.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { eventOf } from '../../rules/journal.ts';
import { needShippingAddress } from '../../rules/shipping-address.ts';
import { siteTime } from '../../site.ts';

/** Changes what was sent of an address. Throws `not_found`, `Invalid`. */
export const updateShippingAddress =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (
    caller: Caller,
    account_code: string,
    id: string,
    { value, issues }: Submitted<ShippingAddressInput>,
  ): Promise<ShippingAddressRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needShippingAddress(records, account_code, id);
      refuse(issues);
      const address: ShippingAddressRecord = {
        ...held,
        ...changes(shippingAddress, value),
        updated_at: siteTime(caller.site, world.clock),
      };
      await records.shippingAddresses.save(address);
      await records.events.append(eventOf(world, caller, 'shipping_address.updated', `${account_code}/${id}`));
      return address;
    });
