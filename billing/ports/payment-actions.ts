import type { PaymentAction } from '../domain/payments/payment-action.ts';
import type { Millis } from '../values/time.ts';
import type { DueQuery } from './due.ts';

/** Operations that wait for a customer's confirmation. Tokens are passed in plain text and stored as digests. */
export interface PaymentActionRecords {
  /** `id`: the action token; null: the customer cannot confirm it. `token_id`: the token of the payment method. */
  add(action: PaymentAction, tokens: { readonly id: string | null; readonly token_id: string | null }): Promise<void>;
  get(key: string): Promise<PaymentAction | undefined>;
  /** Finds an action by its action token. */
  find(id: string): Promise<PaymentAction | undefined>;
  /** Finds a confirmed action by its result token, which has not expired at `now`, milliseconds of the system clock. */
  confirmed(resultToken: string, now: Millis): Promise<PaymentAction | undefined>;
  /** Whether an action was created by a request with this token of a payment method. */
  isOfToken(key: string, tokenId: string): Promise<boolean>;
  /** The newest action of an invoice that is waiting or confirmed. */
  openOf(invoiceId: string): Promise<PaymentAction | undefined>;
  /** Counts a request of the browser; false once there were `most`. */
  count(key: string, most: number): Promise<boolean>;
  /** Records the confirmation and its result token, which replaces an earlier one. False unless it waits or did. */
  confirm(key: string, resultToken: string, expiresAt: Millis): Promise<boolean>;
  /** Records that a waiting or confirmed action failed. */
  fail(key: string): Promise<void>;
  /** Uses a confirmed action; false when another request has used it. */
  use(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** Actions whose time is over, as due work. */
  readonly ended: DueQuery;
}
