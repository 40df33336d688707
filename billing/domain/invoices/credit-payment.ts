import type { CreditPayment } from '../../resources/credit-payment.ts';
import type { LineSetting } from '../adjustments/line.ts';

export interface CreditPaymentRecord extends CreditPayment {
  readonly account_id: string;
  readonly original_invoice_id: string;
  readonly applied_to_invoice_id: string | null;
  readonly original_credit_payment_uuid: string | null;
  readonly refund_transaction_uuid: string | null;
}

export interface ShownCreditPayment extends CreditPaymentRecord {
  readonly account_code: string;
  readonly original_invoice: string;
  readonly applied_to_invoice: string | null;
}

/** A movement of cents from the credit invoice `from` to the charge invoice `to`, or to none. */
export interface CreditMove {
  readonly action: CreditPaymentRecord['action'];
  readonly from: string;
  readonly to: string | null;
  readonly amount: number;
}

/** Returns a new credit payment. */
export const creditPayment = (
  { uuid, at, account_id, currency }: LineSetting,
  { action, from, to, amount }: CreditMove,
): CreditPaymentRecord => ({
  uuid: uuid(),
  account_id,
  original_invoice_id: from,
  applied_to_invoice_id: to,
  original_credit_payment_uuid: null,
  refund_transaction_uuid: null,
  action,
  currency,
  amount_in_cents: amount,
  created_at: at,
  updated_at: at,
  voided_at: null,
});

/** Whether this is a payment from credit for a charge, and not voided. */
export const isUse = ({ applied_to_invoice_id, voided_at }: CreditPaymentRecord): boolean =>
  applied_to_invoice_id !== null && voided_at === null;
