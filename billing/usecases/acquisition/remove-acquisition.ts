import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';
import { notFound } from '../../values/failure.ts';

/** Deletes the acquisition data of an account. Throws `not_found`. */
export const removeAcquisition =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, account_code: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const account = await needAccount(records, account_code);
      if (!(await records.acquisitions.find(account.id)))
        throw notFound('AccountAcquisition', 'account_code', account_code);
      await records.acquisitions.remove(account.id);
      await records.auditLog.append(auditEntry(world, caller, 'acquisition.removed', account_code));
    });
