import type { GeneralLedgerAccountRecord } from '../../domain/general-ledger/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { ledgerCodeIssues, needGeneralLedgerAccount } from '../../queries/books/general-ledger.ts';
import { changes } from '../../resources/apply.ts';
import { type GeneralLedgerAccountInput, generalLedgerAccount } from '../../resources/general-ledger-account.ts';
import { immutableIssues } from '../../resources/immutable.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';

/**
 * Updates the fields of a general ledger account that the request contains; lines keep the code that they were billed
 * with. Throws `not_found`, `Invalid`, with `taken` for the code of another one and `immutable` for a different type.
 */
export const updateGeneralLedgerAccount =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (
    caller: Caller,
    id: string,
    { value, issues }: Submitted<GeneralLedgerAccountInput>,
  ): Promise<GeneralLedgerAccountRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needGeneralLedgerAccount(records, id);
      refuse([
        ...issues,
        ...immutableIssues(generalLedgerAccount, held, value),
        ...(await ledgerCodeIssues(records, value, held)),
      ]);
      const updated: GeneralLedgerAccountRecord = {
        ...held,
        ...changes(generalLedgerAccount, value),
        updated_at: caller.at,
      };
      await records.generalLedgerAccounts.save(updated);
      await records.auditLog.append(auditEntry(world, caller, 'general_ledger_account.updated', updated.code));
      return updated;
    });
