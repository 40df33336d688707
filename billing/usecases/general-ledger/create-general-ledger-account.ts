import type { GeneralLedgerAccountRecord } from '../../domain/general-ledger/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { ledgerCodeIssues } from '../../queries/books/general-ledger.ts';
import { filled } from '../../resources/apply.ts';
import { type GeneralLedgerAccountInput, generalLedgerAccount } from '../../resources/general-ledger-account.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';
import { publicId } from '../../values/public-id.ts';

/** Creates a general ledger account. Throws `Invalid`, with `taken` for the code of another one. */
export const createGeneralLedgerAccount =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, { value, issues }: Submitted<GeneralLedgerAccountInput>): Promise<GeneralLedgerAccountRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      refuse([...issues, ...(await ledgerCodeIssues(records, value))]);
      const key = world.ids.uuid();
      const created: GeneralLedgerAccountRecord = {
        ...filled(generalLedgerAccount, value),
        key,
        id: publicId(key),
        created_at: caller.at,
        updated_at: caller.at,
      };
      await records.generalLedgerAccounts.add(created);
      await records.auditLog.append(auditEntry(world, caller, 'general_ledger_account.created', created.code));
      return created;
    });
