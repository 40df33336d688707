import type { BillingInfoRecord } from '../../../domain/billing-info/record.ts';
import type { StoredMethod } from '../../../domain/billing-info/stored-method.ts';
import { addsMethod } from '../../../domain/billing-info/wallet.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import type { Seconds } from '../../../values/time.ts';
import { schedulePastDue } from '../invoices/schedule-collection.ts';
import { saveMethod } from './save-method.ts';

/**
 * Stores the payment method of an order: in place of the account's primary, or as another one if the order says that it
 * is not the primary. Schedules the collection of past due invoices if it is a new one. A changed method on file is
 * left alone if it was replaced since. An account that the order creates has neither a method nor invoices.
 */
export const storeMethod = async (
  { ids }: Pick<World, 'ids'>,
  records: Records,
  account_id: string,
  { at, existing }: { readonly at: Seconds; readonly existing: boolean },
  { on_file, roles = {}, ...method }: StoredMethod,
): Promise<BillingInfoRecord | undefined> => {
  const before = existing && !addsMethod(roles) ? await records.paymentMethods.primary(account_id) : undefined;
  if (on_file && before?.reference !== method.reference) return undefined;
  const created_at = before?.created_at ?? at;
  const id = before?.id ?? ids.uuid();
  const stored = await saveMethod(
    records,
    {
      network_transaction_id: null,
      ...method,
      cc_bin_country: method.cc_bin_country ?? null,
      id,
      account_id,
      created_at,
      updated_at: at,
    },
    { before, sent: roles, path: 'account.billing_info' },
  );
  if (existing && !on_file) await schedulePastDue(records, { at }, stored);
  return stored;
};
