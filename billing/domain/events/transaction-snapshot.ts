import type { TransactionRecord } from '../transactions/record.ts';

/** A transaction as events carry it. What the customer's browser confirms a payment with is not for their receivers. */
export type TransactionSnapshot = Omit<TransactionRecord, 'action_token'>;

export const transactionSnapshot = ({ action_token: _, ...shown }: TransactionRecord): TransactionSnapshot => shown;
