import type { AccountRecord } from '../../domain/accounts/record.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure, notFound } from '../../values/failure.ts';
import { siteQuery } from '../site-query.ts';

export const unknownAccount = (code: string): Failure => notFound('Account', 'account_code', code);

/** The account, or 404. */
export const needAccount = async ({ accounts }: Pick<Records, 'accounts'>, code: string): Promise<AccountRecord> => {
  const found = await accounts.find(code);
  if (!found) throw unknownAccount(code);
  return found;
};

/** The account, open: 404 without one, 422 `account_closed` for a closed one. */
export const needOpenAccount = async (records: Pick<Records, 'accounts'>, code: string): Promise<AccountRecord> => {
  const account = await needAccount(records, code);
  if (account.state === 'closed') throw new Failure('account_closed', { value: code });
  return account;
};

/** Returns an account of the caller's site. Throws `not_found`. */
export const findAccount = siteQuery(needAccount);
