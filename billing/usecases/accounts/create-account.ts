import { type WriteAccount, type WrittenAccount, writeAccount } from '../../engine/accounts/write-account.ts';
import type { PaymentDeps } from '../../engine/intents/open-intent.ts';
import type { Caller } from '../../ports/caller.ts';

/**
 * Creates an account. If the code is that of a closed account, reopens and updates it. Throws `Invalid` (`taken` for
 * the code of an open account), `token_invalid`, `simultaneous_request`.
 */
export const createAccount = (deps: PaymentDeps) => {
  const write = writeAccount(deps, 'account.created', (existing) =>
    existing?.state === 'active' ? [{ field: 'account.account_code', symbol: 'taken' }] : [],
  );
  return (caller: Caller, submitted: WriteAccount): Promise<WrittenAccount> =>
    write(caller, submitted.input.account_code ?? '', submitted);
};
