import type { ExternalAccountRecord } from '../../domain/external/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { countOf } from '../../engine/recording/external/external-accounts.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';
import { filled } from '../../resources/apply.ts';
import {
  type ExternalAccountInput,
  externalAccount,
  MOST_EXTERNAL_ACCOUNTS,
} from '../../resources/external-account.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { type Issue, refuse } from '../../values/failure.ts';
import { newShortId } from '../../values/new-short-id.ts';

/** Records an account of a customer at an app store. Throws `not_found`, `Invalid`, with `taken` for a known one. */
export const createExternalAccount =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (
    caller: Caller,
    account_code: string,
    { value, issues }: Submitted<ExternalAccountInput>,
  ): Promise<ExternalAccountRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const { at } = caller;
      const { id: account_id } = await needAccount(records, account_code);
      const given = filled(externalAccount, value);
      const { external_account_code: code, external_connection_type: type } = given;
      const isTaken = Boolean(code && type && (await records.external.accounts.named(code, type)));
      const isFull = (await countOf(records, account_id)) >= MOST_EXTERNAL_ACCOUNTS;
      refuse([
        ...issues,
        ...(isTaken ? [{ field: 'external_account.external_account_code', symbol: 'taken' } satisfies Issue] : []),
        ...(isFull
          ? [{ field: 'external_account', symbol: 'too_many', count: MOST_EXTERNAL_ACCOUNTS } satisfies Issue]
          : []),
      ]);
      const { ids } = world;
      const created = { ...given, key: ids.uuid(), id: newShortId(ids), account_id, created_at: at, updated_at: at };
      await records.external.accounts.add(created);
      await records.auditLog.append(auditEntry(world, caller, 'external_account.created', account_code));
      return created;
    });
