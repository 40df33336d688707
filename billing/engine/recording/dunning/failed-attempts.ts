import type { FailedAttempt } from '../../../domain/dunning/retry.ts';
import type { TransactionRecord } from '../../../domain/transactions/record.ts';
import type { Records } from '../../../ports/storage.ts';
import { isBankDebit } from '../../../values/bank/debits.ts';

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
  method_reference,
  backup_payment_method_used: backup,
}: TransactionRecord): FailedAttempt[] => {
  if (action !== 'purchase' || status !== 'failed' || !transaction_error) return [];
  const { error_code } = transaction_error;
  return [{ at: created_at, error_code, network_advice, byBank: isBankDebit(type), method_reference, backup }];
};
