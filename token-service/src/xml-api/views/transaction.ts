import type { TransactionRecord } from '@service/billing/transactions/record.ts';
import type { Catalogue } from '../../messages/words.ts';

/** A transaction as it is looked up: its error with the words of the catalogue. */
export const transactionView = (record: TransactionRecord, words: Catalogue) => ({
  ...record,
  account_code: record.account_id && record.details.account.account_code,
  transaction_error: record.transaction_error && {
    ...record.transaction_error,
    ...words.decline(record.transaction_error.error_code),
  },
});
