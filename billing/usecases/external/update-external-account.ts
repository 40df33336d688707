import type { ExternalAccountRecord } from '../../domain/external/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needExternalAccount } from '../../queries/catalogue/external.ts';
import { changes } from '../../resources/apply.ts';
import { type ExternalAccountInput, externalAccount } from '../../resources/external-account.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { type Issue, refuse } from '../../values/failure.ts';

/** Changes an account of a customer at an app store. Throws `not_found`, `Invalid`, with `taken` for a known one. */
export const updateExternalAccount =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (
    caller: Caller,
    account_code: string,
    id: string,
    { value, issues }: Submitted<ExternalAccountInput>,
  ): Promise<ExternalAccountRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needExternalAccount(records, account_code, id);
      const updated = { ...held, ...changes(externalAccount, value), updated_at: caller.at };
      const { external_account_code: code, external_connection_type: type } = updated;
      const holder = code && type ? await records.external.accounts.named(code, type) : undefined;
      refuse([
        ...issues,
        ...(holder && holder.key !== held.key
          ? [{ field: 'external_account.external_account_code', symbol: 'taken' } satisfies Issue]
          : []),
      ]);
      await records.external.accounts.save(updated);
      await records.auditLog.append(auditEntry(world, caller, 'external_account.updated', account_code));
      return updated;
    });
