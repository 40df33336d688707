import type { Transaction } from '../../resources/transaction.ts';
import type { Seconds } from '../../values/time.ts';
import type { DisputeState } from '../disputes/dispute.ts';
import type { CardAuthentication, NetworkAdvice } from '../payments/gateway-result.ts';
import type { TaxConversion } from '../taxes/tax-conversion.ts';

export interface TransactionRecord
  extends Omit<
    Transaction,
    'transaction_error' | 'failure_type' | 'gateway_error_codes' | 'fraud' | 'reference_only_currency_conversion'
  > {
  /** Reason of the failure. The text is added where it is shown. */
  readonly transaction_error: {
    readonly error_code: string;
    readonly error_category: string;
    readonly gateway_error_code: string | null;
  } | null;
  /** The card network's advice after a decline: whether retries may follow. */
  readonly network_advice: NetworkAdvice | null;
  /**
   * The token with which the customer's browser confirms the payment, if the customer can confirm it. Only the response
   * to the declined request has it.
   */
  readonly action_token: string | null;
  /** State of its latest dispute; null if it never was disputed. */
  readonly dispute_state: DisputeState | null;
  /** Null for a declined sign-up, which leaves no account behind. */
  readonly account_id: string | null;
  /** The charge invoice that it paid, or the credit invoice that it refunded. */
  readonly invoice_id: string | null;
  /** The payment that this refund refunds. */
  readonly original_transaction_uuid: string | null;
  /** Null for payments made by hand. */
  readonly gateway_code: string | null;
  /** The gateway's reference of the stored payment method that was charged; null where none was. */
  readonly method_reference: string | null;
  /** The gateway's reference of the charge, where it has one besides the payment: of Stripe, `ch_…`. */
  readonly charge_reference: string | null;
  /** Null where the gateway reported no authentication. */
  readonly three_d_secure: CardAuthentication | null;
  /** Time of the next request for its settlement state at its gateway; null: nothing more is expected. */
  readonly settlement_due_at: Seconds | null;
}

/** A transaction with data of other records, which is read with it and never written. */
export interface ShownTransaction extends TransactionRecord {
  /** Prefix and number of its invoice, as in URLs. */
  readonly invoice: string | null;
  /** The rates by which its invoice states the tax in the currency of the country of the tax. */
  readonly tax_conversion?: TaxConversion | null;
  /** The first subscription on its invoice. */
  readonly subscription_id: string | null;
}
