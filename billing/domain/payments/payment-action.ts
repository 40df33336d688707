import { DAY, type Millis, type Seconds } from '../../values/time.ts';
import type { Unverified } from '../billing-info/billing-info.ts';

/** The operations of a gateway that a customer may have to confirm. */
export type ConfirmedOperation = 'verify' | 'purchase' | 'authorize';

/**
 * An operation that the customer has to confirm in the browser, for example with 3-D Secure. The browser names it by an
 * action token, and the merchant's server completes it with the result token that the browser got. Both tokens, and the
 * token of the payment method, are stored as digests.
 */
export interface PaymentAction {
  readonly key: string;
  /** `used`: a request completed it; `failed`: the customer or the bank refused, or the customer was not present. */
  readonly state: 'waiting' | 'confirmed' | 'failed' | 'used';
  readonly operation: ConfirmedOperation;
  readonly gateway_code: string;
  readonly gateway_type: string;
  /** The adapter's token of the challenge. */
  readonly gateway_action: string;
  /** The gateway's reference of the waiting operation. */
  readonly reference: string | null;
  /** The gateway's reference of the payment method. */
  readonly method_reference: string;
  /** The billing info that was presented with the request; null: the stored one. */
  readonly presented: Unverified | null;
  readonly amount_in_cents: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly account_code: string;
  /** The declined transaction. */
  readonly transaction_uuid: string;
  /** The invoice that is collected. */
  readonly invoice_id: string | null;
  readonly correlation: string;
  /** Number of times that the browser asked for the challenge. */
  readonly requests: number;
  readonly created_at: Seconds;
  /** Time at which due work cancels the waiting operation and removes the record. */
  readonly ends_at: Seconds;
  /** Expiry of the result token, milliseconds of the system clock; null before there is one. */
  readonly result_expires_at_ms: Millis | null;
}

/** Time within which a customer can confirm a payment. */
export const ACTION_LIFETIME: Seconds = DAY;

/** Lifetime of a result token. */
export const RESULT_LIFETIME_MS = 20 * 60_000;

/** Maximum number of browser requests for one challenge: each one calls the gateway. */
export const MOST_REQUESTS = 200;

/** A challenge that the customer passed, named by a request. */
export interface ConfirmedAction {
  readonly action: PaymentAction;
  /** Whether the request has the token or card that the action was created with, or none. */
  readonly isSameMethod: boolean;
}

/** The decline of a request that differs from the one that the customer confirmed. */
export const ACTION_MISMATCH = 'three_d_secure_action_result_token_mismatch';

/** The payment that a request would make. */
export interface ConfirmedTerms
  extends Pick<PaymentAction, 'operation' | 'amount_in_cents' | 'currency' | 'account_code'> {
  readonly invoice_id?: string | undefined;
  /** The reference of the stored payment method, where nothing was presented. */
  readonly stored: string | undefined;
}

/** Whether a request takes exactly what the customer confirmed, with the same payment method. */
export const isConfirmed = ({ action, isSameMethod }: ConfirmedAction, terms: ConfirmedTerms): boolean =>
  isSameMethod &&
  action.operation === terms.operation &&
  action.amount_in_cents === terms.amount_in_cents &&
  action.currency === terms.currency &&
  action.account_code === terms.account_code &&
  action.invoice_id === (terms.invoice_id ?? null) &&
  (action.presented !== null || action.method_reference === terms.stored);
