import type { NetworkAdvice } from '../payments/gateway-result.ts';
import type { Transaction } from '../resources/transaction.ts';
import type { Seconds } from '../time.ts';

export interface TransactionRecord extends Omit<Transaction, 'transaction_error'> {
  /** Why it failed, without words: those belong to the catalogue. */
  readonly transaction_error: {
    readonly error_code: string;
    readonly error_category: string;
    readonly gateway_error_code: string | null;
  } | null;
  /** What the card network advised after a decline: whether retries may follow. */
  readonly network_advice: NetworkAdvice | null;
  /** Null for a declined sign-up, which leaves no account behind. */
  readonly account_id: string | null;
  /** The charge invoice it paid, or the credit invoice it gave back. */
  readonly invoice_id: string | null;
  /** The payment that a refund returns money of. */
  readonly original_transaction_uuid: string | null;
  /** Null for payments made by hand. */
  readonly gateway_code: string | null;
  /** When its gateway is asked next what has become of it; null: nothing more is expected. */
  readonly settlement_due_at: Seconds | null;
}

/** A transaction with what other records say of it, read with it, never written. */
export interface ShownTransaction extends TransactionRecord {
  /** Prefix and number of its invoice, as addresses have it. */
  readonly invoice: string | null;
  /** The first subscription on its invoice. */
  readonly subscription_id: string | null;
}
