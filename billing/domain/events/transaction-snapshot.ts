import type { TransactionRecord } from '../transactions/record.ts';

/** A transaction as events contain it, without the token for the customer's browser to confirm a payment. */
export type TransactionSnapshot = Omit<TransactionRecord, 'action_token'>;

export const transactionSnapshot = ({ action_token: _, ...shown }: TransactionRecord): TransactionSnapshot => shown;
