import type { InvoiceReference } from '@service/billing/domain/events/event.ts';
import type { TransactionSnapshot } from '@service/billing/domain/events/transaction-snapshot.ts';
import type { CreditPaymentRecord } from '@service/billing/domain/invoices/credit-payment.ts';
import {
  arrayElement,
  checkElement,
  element,
  flagElement,
  integerElement,
  symbolElement,
  textElement,
  timeElement,
} from './markup.ts';

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
    textElement('id', transaction.uuid),
    textElement('invoice_id', transaction.invoice_id),
    textElement('invoice_number_prefix', invoice?.prefix),
    integerElement('invoice_number', invoice?.number),
    textElement('subscription_id', subscriptionIds[0]),
    arrayElement(
      'subscription_ids',
      subscriptionIds.map((id) => textElement('subscription_id', id)),
    ),
    textElement('action', ACTIONS[transaction.action] ?? transaction.action),
    timeElement('date', transaction.created_at),
    textElement('gateway', transaction.gateway_type),
    textElement('payment_method', transaction.payment_method),
    integerElement('amount_in_cents', transaction.amount_in_cents),
    textElement('status', transaction.status),
    textElement('message', transaction.message),
    textElement('gateway_error_codes', transaction.transaction_error?.gateway_error_code),
    textElement('failure_type', transaction.transaction_error?.error_code),
    textElement('reference', transaction.reference),
    textElement('source', transaction.source),
    checkElement('cvv_result', transaction.cvv_result),
    checkElement('avs_result', transaction.avs_result),
    textElement('avs_result_street', transaction.avs_result_street),
    textElement('avs_result_postal', transaction.avs_result_postal),
    textElement('billing_phone', billedTo?.phone),
    textElement('billing_postal', billedTo?.zip),
    textElement('billing_country', billedTo?.country),
    flagElement('test', transaction.test),
    flagElement('voidable', transaction.voidable),
    flagElement('refundable', transaction.refundable),
    ...(transaction.type === 'manual' ? [flagElement('manually_entered', true)] : []),
  ]);
};

export const creditPaymentElement = (
  payment: CreditPaymentRecord,
  originalInvoice: number | null,
  appliedToInvoice: number | null,
): string =>
  element('credit_payment', [
    textElement('uuid', payment.uuid),
    symbolElement('action', payment.action),
    textElement('currency', payment.currency),
    integerElement('amount_in_cents', payment.amount_in_cents),
    integerElement('original_invoice_number', originalInvoice),
    integerElement('applied_to_invoice_number', appliedToInvoice),
    textElement('original_credit_payment_uuid', payment.original_credit_payment_uuid),
    textElement('refund_transaction_uuid', payment.refund_transaction_uuid),
    timeElement('created_at', payment.created_at),
    timeElement('updated_at', payment.updated_at),
    timeElement('voided_at', payment.voided_at),
  ]);
