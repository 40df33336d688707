import type { AccountRow } from '../accounts/record.ts';
import type { TransactionRecord } from '../transactions/record.ts';
import type { AccountSnapshot } from './event.ts';

/** Returns the account data that an event contains. */
export const accountSnapshot = (account: AccountRow): AccountSnapshot => ({
  account_code: account.account_code,
  username: account.username,
  email: account.email,
  first_name: account.first_name,
  last_name: account.last_name,
  company_name: account.company_name,
  phone: account.address?.phone ?? null,
});

/** Returns the data that an event contains of an account that a declined sign-up did not create. */
export const payerSnapshot = ({ details: { account } }: TransactionRecord): AccountSnapshot => ({
  account_code: account.account_code,
  username: null,
  email: account.email,
  first_name: account.first_name,
  last_name: account.last_name,
  company_name: account.company,
  phone: null,
});
