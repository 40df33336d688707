import type { TransactionRecord } from '../transactions/record.ts';
import type { EventDraft } from './event.ts';

/** Returns the events of a payment or an authorization with its outcome: that of its gateway, or of one by hand. */
export const paymentAnswered = (transaction: TransactionRecord): EventDraft[] => {
  switch (transaction.status) {
    case 'success':
      return transaction.action === 'authorization'
        ? [{ type: 'transaction_authorized', transaction }]
        : [{ type: 'successful_payment', transaction }];
    case 'failed':
    case 'declined':
      return [{ type: 'failed_payment', transaction }];
    case 'scheduled':
      return [{ type: 'scheduled_payment', transaction }];
    case 'processing':
      return [{ type: 'processing_payment', transaction }];
    default:
      return [];
  }
};

/** Returns the events of a declined payment, or check of billing info, of an account that may not exist. */
export const paymentDeclined = (transaction: TransactionRecord): EventDraft[] =>
  transaction.action === 'verify' ? checkAnswered(transaction) : paymentAnswered(transaction);

/** Returns the event of a failed check of the billing info of an account. A successful check has none. */
export const checkAnswered = (transaction: TransactionRecord): EventDraft[] =>
  transaction.status === 'failed' && transaction.account_id !== null
    ? [{ type: 'billing_info_update_failed', transaction }]
    : [];

/** Returns the event of an accepted refund. A declined one has none. */
export const refundAnswered = (transaction: TransactionRecord): EventDraft[] =>
  transaction.status === 'failed' || transaction.status === 'declined'
    ? []
    : [{ type: 'successful_refund', transaction }];
