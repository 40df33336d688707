import type { StoredMethod } from '../../../domain/billing-info/stored-method.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import type { Seconds } from '../../../values/time.ts';
import { schedulePastDue } from '../invoices/schedule-collection.ts';

/**
 * Stores the payment method of an order as the billing info of its account, and schedules the collection of past due
 * invoices if it is a new one. A changed method on file is left alone if it was replaced since. An account that the
 * order creates has neither a method nor invoices.
 */
export const storeMethod =
  (
    { ids }: Pick<World, 'ids'>,
    { at, existing }: { readonly at: Seconds; readonly existing: boolean },
    { on_file, ...method }: StoredMethod,
  ) =>
  async (records: Records, account_id: string): Promise<void> => {
    const before = existing ? await records.paymentMethods.primary(account_id) : undefined;
    if (on_file && before?.reference !== method.reference) return;
    const created_at = before?.created_at ?? at;
    const id = before?.id ?? ids.uuid();
    const billing_info = { network_transaction_id: null, ...method, id, account_id, created_at, updated_at: at };
    await records.paymentMethods.save(billing_info);
    records.events.say({ type: 'billing_info_updated', billing_info, before });
    if (existing && !on_file) await schedulePastDue(records, { at }, account_id);
  };
