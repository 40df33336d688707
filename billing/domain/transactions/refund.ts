import type { Seconds } from '../../values/time.ts';
import { isRefusal, transactionErrorOf } from '../payments/decline-codes.ts';
import type { PaymentResult } from '../payments/gateway-result.ts';
import type { TransactionRecord } from './record.ts';
import type { ByHand, Repayment } from './repayment.ts';
import { asSettled } from './settled.ts';
import { type Payer, paymentByHand, SETTLEMENT_STEP } from './transaction.ts';

/** A refund that still counts against its payment. */
const COUNTS: readonly TransactionRecord['status'][] = ['success', 'scheduled', 'processing', 'pending'];

/** Returns the cents that refunds return. */
export const returnedBy = (refunds: readonly TransactionRecord[]): number =>
  refunds.reduce((sum, { status, amount_in_cents }) => (COUNTS.includes(status) ? sum + amount_in_cents : sum), 0);

/** Returns the cents of a payment that were not refunded. */
export const leftOf = (payment: TransactionRecord, refunds: readonly TransactionRecord[]): number =>
  payment.amount_in_cents - returnedBy(refunds);

/**
 * Returns a payment after a refund of its invoice, with the operations that remain possible. `refundable`: cents of the
 * invoice.
 */
export const afterRefund = (
  payment: TransactionRecord,
  refunds: readonly TransactionRecord[],
  refundable: number,
  at: Seconds,
): TransactionRecord => {
  const left = leftOf(payment, refunds);
  return {
    ...payment,
    voidable: asSettled(payment, at).voidable && left === payment.amount_in_cents && refundable >= left,
    refundable: payment.gateway_code !== null && left > 0 && refundable > 0 && payment.dispute_state !== 'open',
    updated_at: at,
  };
};

export const voided = (payment: TransactionRecord, at: Seconds): TransactionRecord => ({
  ...payment,
  status: 'void',
  voidable: false,
  refundable: false,
  updated_at: at,
});

const STATUS = {
  succeeded: 'success',
  pending: 'scheduled',
  action_required: 'failed',
  declined: 'failed',
  unknown: 'failed',
} as const;

/** Returns the fields that all refunds share. */
const refundOf = (payment: TransactionRecord, repayment: Repayment, creditId: string | null, at: Seconds) => ({
  ...payment,
  uuid: repayment.transaction_uuid,
  invoice_id: creditId,
  original_transaction_uuid: payment.uuid,
  dispute_state: null,
  action: 'refund' as const,
  amount_in_cents: repayment.amount_in_cents,
  tax_in_cents: repayment.tax_in_cents,
  currency: repayment.currency,
  recurring: false,
  backup_payment_method_used: false,
  initiator: null,
  merchant_reason_code: null,
  voidable: false,
  refundable: false,
  origin: 'api',
  cvv_result: null,
  avs_result: null,
  avs_result_street: null,
  avs_result_postal: null,
  created_at: at,
  updated_at: at,
});

/** Returns the record of a refund by a gateway. */
export const gatewayRefund = (
  payment: TransactionRecord,
  repayment: Repayment,
  answer: PaymentResult,
  creditId: string | null,
  at: Seconds,
): TransactionRecord => ({
  ...refundOf(payment, repayment, creditId, at),
  status: STATUS[answer.outcome],
  reference: answer.reference,
  gateway_type: answer.gateway_type,
  test: answer.test,
  message: answer.message,
  approval_code: isRefusal(answer) ? null : answer.approval_code,
  settlement_due_at: answer.outcome === 'pending' ? at + SETTLEMENT_STEP : null,
  transaction_error: isRefusal(answer) ? transactionErrorOf(answer.error_code, answer.gateway_error_code) : null,
});

/**
 * Returns the record of a refund that was made by hand. `payment`: the payment that it refunds, or `unrecordedPayment`.
 */
export const handRefund = (
  payment: TransactionRecord,
  repayment: Repayment,
  { payment_method, description, collected_at }: ByHand,
  creditId: string,
  at: Seconds,
): TransactionRecord => ({
  ...refundOf(payment, repayment, creditId, at),
  original_transaction_uuid: repayment.payment_uuid,
  type: 'manual',
  status: 'success',
  payment_method,
  description,
  collected_at,
  gateway_code: null,
  gateway_type: 'manual',
  reference: null,
  message: null,
  approval_code: null,
  settlement_due_at: null,
  transaction_error: null,
});

/** Returns a substitute for the payment of an invoice that was paid without a record of it. */
export const unrecordedPayment = (
  payer: Payer,
  { account_id, currency }: { readonly account_id: string; readonly currency: string },
  test: boolean,
  at: Seconds,
): TransactionRecord =>
  paymentByHand(
    { uuid: '', account_id, invoice_id: null, amount_in_cents: 0, tax_in_cents: 0, currency, test, created_at: at },
    payer,
  );
