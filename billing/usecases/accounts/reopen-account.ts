import type { AccountRecord } from '../../domain/accounts/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';

/** Reopens a closed account; what closing ended stays ended. An open account stays unchanged. Throws `not_found`. */
export const reopenAccount =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, account_code: string): Promise<AccountRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const account = await needAccount(records, account_code);
      if (account.state === 'active') return account;
      const reopened: AccountRecord = { ...account, state: 'active', closed_at: null, updated_at: caller.at };
      await records.accounts.save(reopened);
      records.events.say({ type: 'updated_account', account: reopened, before: account });
      await records.auditLog.append(auditEntry(world, caller, 'account.reopened', account_code));
      return needAccount(records, account_code);
    });
