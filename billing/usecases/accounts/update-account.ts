import type { Caller } from '../../ports/world.ts';
import { unknownAccount } from '../../rules/account.ts';
import type { PaymentDeps } from '../payments/open-intent.ts';
import { type WriteAccount, type WrittenAccount, writeAccount } from './write-account.ts';

/**
 * Changes what was sent of an account (specification "Endpoints", `PUT /v2/accounts/{account_code}`). A closed account is open afterwards. The code
 * cannot change. Throws `not_found`, `Invalid`, `token_invalid`, `simultaneous_request`.
 */
export const updateAccount =
  (deps: PaymentDeps) =>
  (caller: Caller, account_code: string, submitted: WriteAccount): Promise<WrittenAccount> =>
    writeAccount(deps, 'account.updated', (existing) => {
      if (!existing) throw unknownAccount(account_code);
      const { account_code: sent } = submitted.input;
      return sent && sent !== account_code ? [{ field: 'account.account_code', symbol: 'immutable' }] : [];
    })(caller, account_code, submitted);
