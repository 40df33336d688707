import type { ShippingAddressRecord } from '../../domain/accounts/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needShippingAddress } from '../../queries/accounts/accounts.ts';
import { changes } from '../../resources/apply.ts';
import { type ShippingAddressInput, shippingAddress } from '../../resources/shipping-address.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';

/** Updates the fields of an address that the request contains. Throws `not_found`, `Invalid`. */
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
        updated_at: caller.at,
      };
      await records.shippingAddresses.save(address);
      records.events.say({ type: 'updated_shipping_address', shipping_address: address });
      await records.auditLog.append(auditEntry(world, caller, 'shipping_address.updated', `${account_code}/${id}`));
      return address;
    });
