import type { FailedAttempt } from '../../../domain/dunning/retry.ts';
import type { TransactionRecord } from '../../../domain/transactions/record.ts';
import type { Records } from '../../../ports/storage.ts';

/** Returns the attempts to collect an invoice that failed, oldest first. */
export const failedAttempts = async (
  { transactions }: Pick<Records, 'transactions'>,
  invoiceId: string,
): Promise<FailedAttempt[]> => (await transactions.ofInvoice(invoiceId)).flatMap(failedAttempt);

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
