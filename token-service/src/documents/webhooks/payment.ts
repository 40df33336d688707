import type { InvoiceReference } from '@service/billing/domain/events/event.ts';
import type { TransactionSnapshot } from '@service/billing/domain/events/transaction-snapshot.ts';
import type { CreditPaymentRecord } from '@service/billing/domain/invoices/credit-payment.ts';
import { array, check, element, flag, integer, symbol, text, time } from './markup.ts';

/** Names of actions, where they differ from those of the API. */
const ACTIONS: Readonly<Record<string, string>> = { refund: 'credit' };

/** A payment, a refund or an authorization. A refund's action is called `credit` here. */
export const transactionElement = (
  transaction: TransactionSnapshot,
  invoice: InvoiceReference | null,
  subscriptionIds: readonly string[] = [],
): string => {
  const billedTo = transaction.details.account.billing_info;
  return element('transaction', [
    text('id', transaction.uuid),
    text('invoice_id', transaction.invoice_id),
    text('invoice_number_prefix', invoice?.prefix),
    integer('invoice_number', invoice?.number),
    text('subscription_id', subscriptionIds[0]),
    array(
      'subscription_ids',
      subscriptionIds.map((id) => text('subscription_id', id)),
    ),
    text('action', ACTIONS[transaction.action] ?? transaction.action),
    time('date', transaction.created_at),
    text('gateway', transaction.gateway_type),
    text('payment_method', transaction.payment_method),
    integer('amount_in_cents', transaction.amount_in_cents),
    text('status', transaction.status),
    text('message', transaction.message),
    text('gateway_error_codes', transaction.transaction_error?.gateway_error_code),
    text('failure_type', transaction.transaction_error?.error_code),
    text('reference', transaction.reference),
    text('source', transaction.source),
    check('cvv_result', transaction.cvv_result),
    check('avs_result', transaction.avs_result),
    text('avs_result_street', transaction.avs_result_street),
    text('avs_result_postal', transaction.avs_result_postal),
    text('billing_phone', billedTo?.phone),
    text('billing_postal', billedTo?.zip),
    text('billing_country', billedTo?.country),
    flag('test', transaction.test),
    flag('voidable', transaction.voidable),
    flag('refundable', transaction.refundable),
    ...(transaction.type === 'manual' ? [flag('manually_entered', true)] : []),
  ]);
};

export const creditPaymentElement = (
  payment: CreditPaymentRecord,
  originalInvoice: number | null,
  appliedToInvoice: number | null,
): string =>
  element('credit_payment', [
    text('uuid', payment.uuid),
    symbol('action', payment.action),
    text('currency', payment.currency),
    integer('amount_in_cents', payment.amount_in_cents),
    integer('original_invoice_number', originalInvoice),
    integer('applied_to_invoice_number', appliedToInvoice),
    text('original_credit_payment_uuid', payment.original_credit_payment_uuid),
    text('refund_transaction_uuid', payment.refund_transaction_uuid),
    time('created_at', payment.created_at),
    time('updated_at', payment.updated_at),
    time('voided_at', payment.voided_at),
  ]);
