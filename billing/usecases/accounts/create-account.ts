import type { AccountRecord } from '../../domain/accounts/record.ts';
import { type WriteAccount, type WrittenAccount, writeAccount } from '../../engine/accounts/write-account.ts';
import type { PaymentDeps } from '../../engine/intents/open-intent.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Issue } from '../../values/failure.ts';

/**
 * Creates an account. If the code is that of a closed account, reopens and updates it. Throws `Invalid` (`taken` for
 * the code of an open account), `token_invalid`, `simultaneous_request`.
 */
export const createAccount =
  (deps: PaymentDeps) =>
  (caller: Caller, submitted: WriteAccount): Promise<WrittenAccount> =>
    writeAccount(deps, 'account.created', takenBy, caller, submitted.input.account_code ?? '', submitted);

const takenBy = (existing: AccountRecord | undefined): Issue[] =>
  existing?.state === 'active' ? [{ field: 'account.account_code', symbol: 'taken' }] : [];
