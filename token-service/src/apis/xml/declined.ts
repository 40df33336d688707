import { declineCategory, declineTarget } from '@service/billing/domain/payments/decline-codes.ts';
import type { Declined as DeclinedPayment } from '@service/billing/domain/transactions/declined.ts';
import type { TransactionRecord } from '@service/billing/domain/transactions/record.ts';
import { transaction, transactionError } from '@service/billing/resources/transaction.ts';
import type { ApiWords } from '../../documents/messages/api-words.ts';
import { errorView, transactionView } from '../../documents/xml/views/transaction.ts';
import type { DeclinedAnswer, EndpointAnswer } from './endpoint.ts';

type Finding = Pick<DeclinedAnswer, 'field' | 'symbol' | 'text'>;
type Describe = (error_code: string, customerMessage: string, words: ApiWords) => Finding;

/** Returns the response to a declined payment. Its error names the billing info that the decline is about. */
export const declinedAnswer = (payment: DeclinedPayment, words: ApiWords): EndpointAnswer =>
  answer(payment, words, billingInfoFinding);

/** Returns the response to a declined purchase. Its error is about the purchase as a whole. */
export const declinedPurchase = (payment: DeclinedPayment, words: ApiWords): EndpointAnswer =>
  answer(payment, words, (_, text) => ({ field: 'purchase.base', symbol: 'declined', text }));

/** Returns the response to a declined refund. The symbol of its error is the code of the decline. */
export const declinedRefund = (payment: DeclinedPayment, words: ApiWords): EndpointAnswer =>
  answer(payment, words, (symbol, text) => ({ field: 'invoice.base', symbol, text }));

const billingInfoFinding: Describe = (error_code, customerMessage, words) => {
  const { attribute, symbol } = declineTarget(error_code);
  const field = `transaction.account.billing_info.${attribute}`;
  if (symbol === 'declined') return { field, symbol, text: customerMessage };
  return { field, symbol, text: symbol === 'declined_bad' ? words.declined(symbol) : words.issue({ field, symbol }) };
};

/** Without a transaction if no gateway was called. */
const answer = (
  { error_code, transaction: record, retry_after }: DeclinedPayment,
  words: ApiWords,
  describe: Describe,
): EndpointAnswer => {
  const messages = words.decline(error_code);
  const gateway_error_code = record?.transaction_error?.gateway_error_code ?? null;
  const reason = { error_code, error_category: declineCategory(error_code), gateway_error_code };
  const error = {
    ...errorView(reason, record?.network_advice ?? null, words),
    three_d_secure_action_token_id: record?.action_token ?? null,
  };
  return {
    is: 'declined',
    error_code,
    ...describe(error_code, messages.customer_message, words),
    error: { resource: transactionError, record: error },
    ...(retry_after === undefined ? {} : { retry_after }),
    ...(record ? { transaction: { resource: transaction, record: declinedView(record, words) } } : {}),
  };
};

/** Stored as failed; shown as declined in the response to the declined request. */
const declinedView = (record: TransactionRecord, words: ApiWords) => ({
  ...transactionView(record, words),
  status: record.status === 'failed' ? 'declined' : record.status,
});
