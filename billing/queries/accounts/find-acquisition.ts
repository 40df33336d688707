import type { AcquisitionRecord } from '../../domain/accounts/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import { notFound } from '../../values/failure.ts';
import { needAccount } from './need-account.ts';

/** How an account was won. Throws `not_found` when there is no account, or nothing is known. */
export const findAcquisition =
  ({ storage }: { readonly storage: Storage }) =>
  async ({ site }: Pick<Caller, 'site'>, account_code: string): Promise<AcquisitionRecord> => {
    const records = storage.of(site.id);
    const account = await needAccount(records, account_code);
    const found = await records.acquisitions.find(account.id);
    if (!found) throw notFound('AccountAcquisition', 'account_code', account_code);
    return found;
  };
