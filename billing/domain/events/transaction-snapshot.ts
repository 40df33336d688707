import type { TransactionRecord } from '../transactions/record.ts';

/** A transaction as events contain it, without the token for the customer's browser to confirm a payment. */
export type TransactionSnapshot = Omit<TransactionRecord, 'action_token'>;

/** JSON leaves the member out; a copy without it would take ten times as long. */
const NO_TOKEN = { action_token: undefined };

export const transactionSnapshot = (transaction: TransactionRecord): TransactionSnapshot => ({
  ...transaction,
  ...NO_TOKEN,
});
