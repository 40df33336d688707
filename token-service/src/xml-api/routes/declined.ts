import { declineCategory, declineTarget } from '@service/billing/payments/decline-codes.ts';
import type { Declined as DeclinedPayment } from '@service/billing/payments/declined.ts';
import { transaction, transactionError } from '@service/billing/resources/transaction.ts';
import type { TransactionRecord } from '@service/billing/transactions/record.ts';
import type { Catalogue } from '../../messages/words.ts';
import { transactionView } from '../../xml/views/transaction.ts';
import type { Answer, Declined } from '../endpoint.ts';

/** A refused payment as the API tells it (specification "Error bodies"): without a transaction where no gateway was asked. */
export const declined = ({ error_code, transaction: record }: DeclinedPayment, words: Catalogue): Answer => {
  const { attribute, symbol } = declineTarget(error_code);
  const field = `transaction.account.billing_info.${attribute}`;
  const messages = words.decline(error_code);
  const error = {
    error_code,
    error_category: declineCategory(error_code),
    ...messages,
    gateway_error_code: record?.transaction_error?.gateway_error_code ?? null,
  };
  return {
    is: 'declined',
    field,
    symbol,
    text: pointedAt(symbol, field, messages.customer_message, words),
    error: { resource: transactionError, record: error },
    ...(record ? { transaction: { resource: transaction, record: declinedView(record, words) } } : {}),
  };
};

const pointedAt = (symbol: Declined['symbol'], field: string, customerMessage: string, words: Catalogue): string => {
  if (symbol === 'declined') return customerMessage;
  return symbol === 'declined_bad' ? words.declined(symbol) : words.issue({ field, symbol });
};

/** Stored as failed; shown as declined in the answer to the call that was declined. */
const declinedView = (record: TransactionRecord, words: Catalogue) => ({
  ...transactionView(record, words),
  status: record.status === 'failed' ? 'declined' : record.status,
});
