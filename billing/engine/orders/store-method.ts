import type { StoredMethod } from '../../billing-info/stored-method.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../time.ts';
import { schedulePastDue } from '../payments/schedule-collection.ts';

/**
 * Stores the payment method of an order as the billing info of its account, and schedules the collection of past due
 * invoices.
 */
export const storeMethod =
  (at: Seconds, method: StoredMethod) =>
  async (records: Records, account_id: string): Promise<void> => {
    await records.billingInfos.save({
      network_transaction_id: null,
      ...method,
      account_id,
      created_at: at,
      updated_at: at,
    });
    await schedulePastDue(records, { at }, account_id);
  };
