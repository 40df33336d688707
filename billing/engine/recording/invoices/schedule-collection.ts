import type { BillingInfoRecord } from '../../../domain/billing-info/record.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import { pays } from '../billing-info/paying-method.ts';

/**
 * Schedules an attempt for every invoice that a new payment method pays, that is past due or waits for its gateway, and
 * that is collected automatically. Due work makes the attempts, oldest invoice first, once the
 * transaction has committed.
 */
export const schedulePastDue = async (
  records: Records,
  { at }: Pick<Caller, 'at'>,
  method: BillingInfoRecord,
): Promise<void> => {
  const open = await records.invoices.openCharges(method.account_id);
  const pastDue = open.filter(
    ({ state, collection_method, unanswered_since, billing_info_uuid }) =>
      (state === 'past_due' || (state === 'pending' && unanswered_since !== null)) &&
      collection_method === 'automatic' &&
      pays(method, { billing_info_uuid }),
  );
  for (const invoice of pastDue) await records.invoices.save({ ...invoice, attempt_next_collection_at: at });
  if (pastDue.length > 0) records.due.wake();
};
