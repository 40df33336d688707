import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needAccount } from '../../queries/accounts.ts';
import { notFound } from '../../values/failure.ts';

/** Erases the billing info of an account; its subscriptions stay. Throws `not_found` when there is nothing to erase. */
export const removeBillingInfo =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, account_code: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const account = await needAccount(records, account_code);
      if (!account.has_billing_info) throw notFound('BillingInfo', 'account_code', account_code);
      await records.paymentMethods.removeAll(account.id);
      await records.accounts.save({ ...account, updated_at: caller.at });
      await records.auditLog.append(auditEntry(world, caller, 'billing_info.removed', account_code));
    });
