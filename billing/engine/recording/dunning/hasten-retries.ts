import { allowsAttempt } from '../../../domain/dunning/retry.ts';
import { waitOf } from '../../../domain/payments/unanswered.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import { failedAttempts } from './failed-attempts.ts';

/**
 * Makes the scheduled retries of an account's past-due invoices due now, because it has just added a subscription. Does
 * not schedule retries for invoices without one, and exceeds no limit of attempts.
 */
export const hastenRetries = async (
  records: Records,
  { at, site }: Pick<Caller, 'at' | 'site'>,
  accountId: string,
): Promise<void> => {
  const open = await records.invoices.openCharges(accountId);
  const scheduled = open.filter(({ state, attempt_next_collection_at: next }) => {
    return state === 'past_due' && next !== null && next > at;
  });
  for (const invoice of scheduled) {
    if (!allowsAttempt(await failedAttempts(records, invoice.uuid), at, waitOf(site))) continue;
    await records.invoices.save({ ...invoice, attempt_next_collection_at: at });
    records.due.wake();
  }
};
