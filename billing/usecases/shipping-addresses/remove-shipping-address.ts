import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needShippingAddress } from '../../queries/accounts/accounts.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Deletes an address of an account. Throws `not_found`, and `shipping_address_in_use` while a live subscription is
 * shipped there.
 */
export const removeShippingAddress =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, account_code: string, id: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const address = await needShippingAddress(records, account_code, id);
      const { key, account_id } = address;
      const live = await records.subscriptions.live(account_id);
      if (live.some(({ shipping_address_key }) => shipping_address_key === key)) {
        throw new Failure('shipping_address_in_use', { value: id });
      }
      await records.shippingAddresses.remove(key);
      records.events.say({ type: 'deleted_shipping_address', shipping_address: address });
      await records.auditLog.append(auditEntry(world, caller, 'shipping_address.removed', `${account_code}/${id}`));
    });
