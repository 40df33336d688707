import { acquired, acquisitionIssues } from '../../domain/accounts/acquisition.ts';
import type { AcquisitionRecord } from '../../domain/accounts/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';
import type { AccountAcquisitionInput } from '../../resources/account-acquisition.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';

/**
 * Creates the acquisition data of an account, or updates the fields that the request contains. Throws `not_found`,
 * `Invalid`.
 */
export const writeAcquisition =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (
    caller: Caller,
    account_code: string,
    { value, issues }: Submitted<AccountAcquisitionInput>,
  ): Promise<{ readonly created: boolean; readonly acquisition: AcquisitionRecord }> =>
    storage.transaction(caller.site.id, async (records) => {
      const account = await needAccount(records, account_code);
      const held = await records.acquisitions.find(account.id);
      refuse([...issues, ...acquisitionIssues('account_acquisition', held, value)]);
      const acquisition = acquired(account.id, held, value, caller.at);
      await records.acquisitions.save(acquisition);
      await records.auditLog.append(auditEntry(world, caller, 'acquisition.stored', account_code));
      return { created: !held, acquisition };
    });
