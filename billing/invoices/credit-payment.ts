import type { CreditPayment } from '../resources/credit-payment.ts';

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
