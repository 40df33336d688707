import type { BillingInfoRecord } from '../domain/billing-info/record.ts';
import type { Caller } from '../ports/caller.ts';
import { notFound } from '../values/failure.ts';
import { needAccount } from './accounts.ts';
import type { QueryDeps } from './site-query.ts';

/** Returns the billing info of an account. Throws `not_found` when there is no account, or none on file. */
export const findBillingInfo =
  ({ storage }: QueryDeps) =>
  async ({ site }: Pick<Caller, 'site'>, account_code: string): Promise<BillingInfoRecord> => {
    const records = storage.of(site.id);
    const account = await needAccount(records, account_code);
    const found = await records.paymentMethods.primary(account.id);
    if (!found) throw notFound('BillingInfo', 'account_code', account_code);
    return found;
  };
