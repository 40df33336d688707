import type { ShippingAddressRecord } from '../../domain/accounts/record.ts';
import { newShippingAddress, tooManyAddresses } from '../../domain/accounts/shipping-address.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { recordOnce } from '../../engine/recording/request-outcome.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { addressCount, needAccount } from '../../queries/accounts/accounts.ts';
import type { ShippingAddressInput } from '../../resources/shipping-address.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';

/** Adds an address to an account, which holds at most twenty. Throws `not_found`, `Invalid`. */
export const createShippingAddress =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (
    caller: Caller,
    account_code: string,
    { value, issues }: Submitted<ShippingAddressInput>,
  ): Promise<ShippingAddressRecord> =>
    recordOnce({ storage }, caller, async (records) => {
      const account = await needAccount(records, account_code);
      refuse([...issues, ...tooManyAddresses(await addressCount(records, account.id), 1)]);
      const at = caller.at;
      const address = newShippingAddress(world, account.id, await records.next('shipping_address'), at, value);
      await records.shippingAddresses.add(address);
      records.events.say({ type: 'new_shipping_address', shipping_address: address });
      await records.auditLog.append(
        auditEntry(world, caller, 'shipping_address.created', `${account_code}/${address.id}`),
      );
      return address;
    });
