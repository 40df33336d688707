import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needExternalAccount } from '../../queries/catalogue/external.ts';

/** Removes an account of a customer at an app store. Throws `not_found`. */
export const removeExternalAccount =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, account_code: string, id: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needExternalAccount(records, account_code, id);
      await records.external.accounts.remove(held.key);
      await records.auditLog.append(auditEntry(world, caller, 'external_account.removed', account_code));
    });
