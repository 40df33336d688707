import type { BillingInfoRecord } from '../../../domain/billing-info/record.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import { paysByItself } from '../methods/paying-method.ts';

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
  const due = open.filter(
    (invoice) =>
      invoice.collection_method === 'automatic' &&
      (paysByItself(method, invoice) ? isOwed(invoice) : method.backup_payment_method && isStranded(invoice)),
  );
  for (const invoice of due) await records.invoices.save({ ...invoice, attempt_next_collection_at: at });
  if (due.length > 0) records.due.wake();
};

const isOwed = ({ state, unanswered_since }: InvoiceRecord): boolean =>
  state === 'past_due' || (state === 'pending' && unanswered_since !== null);

/** Whether an invoice in dunning has no further attempt, because its method was permanently declined. */
const isStranded = ({ state, attempt_next_collection_at: next, dunning }: InvoiceRecord): boolean =>
  state === 'past_due' && next === null && dunning?.ended_at === null;
