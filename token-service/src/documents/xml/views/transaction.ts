import type { TransactionRecord } from '@service/billing/domain/transactions/record.ts';
import type { MessageCatalogue } from '../../messages/words.ts';

/**
 * Returns a transaction as the API shows it, its error with the messages of the catalogue. `record`: as it stands at
 * the moment of the request.
 */
export const transactionView = (record: TransactionRecord, words: MessageCatalogue) => ({
  ...record,
  account_code: record.account_id && record.details.account.account_code,
  transaction_error: record.transaction_error && {
    ...record.transaction_error,
    ...words.decline(record.transaction_error.error_code),
  },
});
