import { type WriteAccount, type WrittenAccount, writeAccount } from '../../engine/accounts/write-account.ts';
import type { PaymentDeps } from '../../engine/intents/open-intent.ts';
import { accountChanges } from '../../engine/recording/accounts/account-changes.ts';
import type { Caller } from '../../ports/caller.ts';
import { unknownAccount } from '../../queries/accounts/accounts.ts';

/**
 * Updates the fields of an account that the request contains. A closed account is reopened. The code cannot change.
 * Throws `not_found`, `Invalid`, `token_invalid`, `simultaneous_request`.
 */
export const updateAccount =
  (deps: PaymentDeps) =>
  (caller: Caller, account_code: string, submitted: WriteAccount): Promise<WrittenAccount> =>
    writeAccount(
      deps,
      'account.updated',
      (existing) => {
        if (!existing) throw unknownAccount(account_code);
        const { account_code: sent } = submitted.input;
        return sent && sent !== account_code ? [{ field: 'account.account_code', symbol: 'immutable' }] : [];
      },
      caller,
      account_code,
      submitted,
      accountChanges,
    );
