import type { BillingInfoRecord } from '../../../domain/billing-info/record.ts';
import { isCollectedAtOnce } from '../../../domain/billing-info/wallet.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';

/**
 * Schedules an attempt for every invoice that a new payment method pays, that is past due or waits for its gateway, and
 * that is collected automatically. A new backup is tried where no retry is left. Due work makes the attempts, oldest
 * invoice first, once the transaction has committed.
 */
export const schedulePastDue = async (
  records: Records,
  { at }: Pick<Caller, 'at'>,
  method: BillingInfoRecord,
): Promise<void> => {
  const open = await records.invoices.openCharges(method.account_id);
  const due = open.filter((invoice) => isCollectedAtOnce(method, invoice));
  for (const invoice of due) await records.invoices.save({ ...invoice, attempt_next_collection_at: at });
  if (due.length > 0) records.due.wake();
};
