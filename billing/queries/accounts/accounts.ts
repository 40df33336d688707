import type { AccountRecord, AcquisitionRecord, ShippingAddressRecord } from '../../domain/accounts/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { AccountBalance } from '../../resources/account-balance.ts';
import { defaultCurrency } from '../../resources/site.ts';
import { Failure, notFound } from '../../values/failure.ts';
import { siteList } from '../lists/site-list.ts';
import { type QueryDeps, siteQuery } from '../lists/site-query.ts';

/** Returns an account's balance by currency; always includes the site's own currency. */
export const accountBalance =
  ({ storage }: QueryDeps) =>
  async ({ site }: Pick<Caller, 'site'>, account_code: string): Promise<AccountBalance> => {
    const records = storage.of(site.id);
    const account = await needAccount(records, account_code);
    const { past_due, balance_in_cents, available_credit_balance_in_cents } = await records.accounts.balance(
      account.id,
    );
    const own = { [defaultCurrency(site)]: 0 };
    return {
      past_due,
      balance_in_cents: { ...own, ...balance_in_cents },
      // Nothing is prepaid by a payment that is still under way: credit exists once it can be used.
      processing_prepayment_balance_in_cents: {
        ...own,
        ...Object.fromEntries(Object.keys(balance_in_cents).map((currency) => [currency, 0])),
      },
      available_credit_balance_in_cents: { ...own, ...available_credit_balance_in_cents },
    };
  };

/** Returns the acquisition of an account. Throws `not_found` when there is no account, or nothing is known. */
export const findAcquisition =
  ({ storage }: { readonly storage: Storage }) =>
  async ({ site }: Pick<Caller, 'site'>, account_code: string): Promise<AcquisitionRecord> => {
    const records = storage.of(site.id);
    const account = await needAccount(records, account_code);
    const found = await records.acquisitions.find(account.id);
    if (!found) throw notFound('AccountAcquisition', 'account_code', account_code);
    return found;
  };

/** Lists accounts. */
export const listAccounts = siteList(({ accounts }) => accounts);

/** Lists the notes of operators on an account. */
export const listNotes = siteList(({ notes }) => notes);

/** Lists the shipping addresses of an account. */
export const listShippingAddresses = siteList(({ shippingAddresses }) => shippingAddresses);

export const unknownAccount = (code: string): Failure => notFound('Account', 'account_code', code);

/** Returns the account. Throws `not_found`. */
export const needAccount = async ({ accounts }: Pick<Records, 'accounts'>, code: string): Promise<AccountRecord> => {
  const found = await accounts.find(code);
  if (!found) throw unknownAccount(code);
  return found;
};

/** Returns the account if it is open. Throws `not_found`, and `account_closed` for a closed one. */
export const needOpenAccount = async (records: Pick<Records, 'accounts'>, code: string): Promise<AccountRecord> => {
  const account = await needAccount(records, code);
  if (account.state === 'closed') throw new Failure('account_closed', { value: code });
  return account;
};

/** Returns an account of the caller's site. Throws `not_found`. */
export const findAccount = siteQuery(needAccount);

export const addressCount = (
  { shippingAddresses }: Pick<Records, 'shippingAddresses'>,
  account_id: string,
): Promise<number> => shippingAddresses.count({ filter: { account_id }, sort: 'created_at', order: 'asc', limit: 1 });

/** Returns the address with the number that clients see. Throws `not_found`. */
export const needShippingAddress = async (
  records: Pick<Records, 'accounts' | 'shippingAddresses'>,
  account_code: string,
  id: string,
): Promise<ShippingAddressRecord> => {
  const account = await needAccount(records, account_code);
  const known = /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id));
  const found = known ? await records.shippingAddresses.find(account.id, Number(id)) : undefined;
  if (!found) throw notFound('ShippingAddress', 'id', id);
  return found;
};

/** Returns a shipping address of an account. Throws `not_found`. */
export const findShippingAddress = siteQuery(needShippingAddress);
