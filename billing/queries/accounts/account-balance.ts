import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { AccountBalance } from '../../resources/account-balance.ts';
import { defaultCurrency } from '../../resources/site.ts';
import { needAccount } from './need-account.ts';

/** What an account owes, by currency; the site's own currency is always named. */
export const accountBalance =
  ({ storage }: { readonly storage: Storage }) =>
  async ({ site }: Pick<Caller, 'site'>, account_code: string): Promise<AccountBalance> => {
    const records = storage.of(site.id);
    const account = await needAccount(records, account_code);
    const { past_due, balance_in_cents } = await records.accounts.balance(account.id);
    return { past_due, balance_in_cents: { [defaultCurrency(site)]: 0, ...balance_in_cents } };
  };
