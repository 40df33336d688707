import { endAccount } from '../../engine/accounts/end-account.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Erasure } from '../../ports/erasure.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';
import { Failure } from '../../values/failure.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: Pick<World, 'ids'>;
}

/**
 * Closes an account and erases the personal data of its customer. Invoices, with the address that they were made for,
 * payments and the ledger stay. Throws `not_found`, `precondition_failed` while invoices are open or a payment is under
 * way, and `account_has_open_children`.
 */
export const eraseAccount =
  ({ storage, world }: Deps) =>
  async (caller: Caller, account_code: string): Promise<Erasure> => {
    const inTransaction = <T>(work: (records: Records) => Promise<T>) => storage.transaction(caller.site.id, work);
    // A transaction of its own: receivers are told that the subscriptions end, from events that are erased only then.
    await inTransaction(async (records) => {
      const account = await needAccount(records, account_code);
      await refuseUnsettled(records, account.id, account_code);
      await endAccount(records, world, caller, account);
    });
    return inTransaction(async (records) => {
      const account = await needAccount(records, account_code);
      await refuseUnsettled(records, account.id, account_code);
      const erasure = await records.erasure.erase(account);
      await records.auditLog.append(auditEntry(world, caller, 'account.erased', account_code));
      return erasure;
    });
  };

const refuseUnsettled = async (records: Records, id: string, account_code: string): Promise<void> => {
  if ((await records.invoices.openCharges(id)).length > 0) {
    throw new Failure('precondition_failed', {
      what: `Account ${account_code} has open invoices. Collect them or mark them as failed, then erase it.`,
    });
  }
  if (await records.intents.of(id)) {
    throw new Failure('precondition_failed', {
      what: `A payment of account ${account_code} is under way. Erase it once the payment has ended.`,
    });
  }
};
