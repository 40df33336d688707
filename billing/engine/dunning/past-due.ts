import { endOf, enterDunning, resumeDunning } from '../../dunning/dunning.ts';
import { type FailedAttempt, nextRetry, type RetryLimits, retryUnasked } from '../../dunning/retry.ts';
import type { ShownInvoice } from '../../invoices/record.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../time.ts';
import type { TransactionRecord } from '../../transactions/record.ts';
import { chooseCampaign } from './choose-campaign.ts';

/**
 * Returns a charge invoice that is past due from `at` on, not saved yet: it enters dunning, or goes on with it, and an
 * automatic one has its next attempt scheduled by what the failed ones came to. `unasked`: why the last attempt reached
 * no gateway and left no transaction. Failed attempts must be recorded before.
 */
export const pastDue = async (
  records: Records,
  invoice: ShownInvoice,
  at: Seconds,
  unasked?: string,
): Promise<ShownInvoice> => {
  const dunned = await inDunning(records, invoice, at);
  return {
    ...dunned,
    state: 'past_due',
    attempt_next_collection_at: await retryOf(records, dunned, at, unasked),
    updated_at: at,
  };
};

const inDunning = async (records: Records, invoice: ShownInvoice, at: Seconds): Promise<ShownInvoice> => {
  if (!invoice.dunning) return enterDunning(invoice, await chooseCampaign(records, invoice), at);
  return invoice.state === 'processing' ? resumeDunning(invoice, at) : invoice;
};

const retryOf = async (
  { transactions }: Records,
  { uuid, created_at, collection_method, dunning }: ShownInvoice,
  at: Seconds,
  unasked: string | undefined,
): Promise<Seconds | null> => {
  if (collection_method === 'manual' || !dunning || dunning.ended_at !== null) return null;
  const limits: RetryLimits = { invoicedAt: created_at, endsAt: endOf(dunning) };
  if (unasked) return retryUnasked(unasked, limits, at);
  return nextRetry((await transactions.ofInvoice(uuid)).flatMap(failedAttempt), limits, at);
};

const failedAttempt = ({
  action,
  status,
  type,
  created_at,
  transaction_error,
  network_advice,
}: TransactionRecord): FailedAttempt[] =>
  action === 'purchase' && status === 'failed' && transaction_error
    ? [{ at: created_at, error_code: transaction_error.error_code, network_advice, byBank: type === 'bank_account' }]
    : [];
