import type { Seconds } from '../../values/time.ts';
import type { Pending, Succeeded } from './gateway-result.ts';

/** A payment or a refund as a gateway lists it. Only what holds or has moved money is listed, no decline. */
export interface ListedOperation {
  readonly kind: 'payment' | 'refund';
  /**
   * `authorized`: reserved, not captured. `taken`: the money has moved. `settling`: a bank has not settled it yet. A
   * payment that was canceled is not listed.
   */
  readonly state: 'authorized' | 'taken' | 'settling';
  /** The outcome of the operation, with its reference and its amount. */
  readonly result: Succeeded | Pending;
  /** ISO 4217. */
  readonly currency: string;
  /** The idempotency key that the service sent with it; null where another program made it. */
  readonly key: string | null;
  /** Time of the operation on the site's clock; of a captured authorization, that of its capture. */
  readonly at: Seconds;
  /** Reference of the payment that a refund returns; null for a payment. */
  readonly payment: string | null;
  /** Cents of a payment that were returned or voided; 0 for a refund. */
  readonly returned_in_cents: number;
}

/** A page of operations in an order of the gateway's own, and the position after it; null: there is no more. */
export type OperationPage =
  | { readonly outcome: 'listed'; readonly operations: readonly ListedOperation[]; readonly next: string | null }
  /** The gateway did not answer. `reason`: for an operator, without credentials. */
  | { readonly outcome: 'unknown'; readonly reason: string };
