import type { ListedOperation } from '../payments/listed-operation.ts';
import type { ShownTransaction } from '../transactions/record.ts';

/**
 * The steps that are possible for an operation that only a gateway has. `open`: it can be adopted, a payment refunded.
 * `captured`: an authorization in the books that was captured since; it can be adopted. `authorized`: it can be
 * released. `settling`: the bank has not decided yet. `under_way`: its payment intent is open, so the worker completes
 * or reverses it.
 */
export type GatewayOnlyState = 'open' | 'captured' | 'authorized' | 'settling' | 'under_way';

/** An operation that only a gateway has. */
export interface GatewayOnly {
  readonly gateway_code: string;
  readonly operation: ListedOperation;
  readonly state: GatewayOnlyState;
  /** Cents of a payment that were not returned; the amount of a refund. */
  readonly left_in_cents: number;
  /** The payment in the books that it captures or refunds. */
  readonly recorded: ShownTransaction | undefined;
  /** Codes of the accounts that hold the payment method of a payment. */
  readonly account_codes: readonly string[];
}

/** The differences between the books of a site and its gateways. */
export interface Differences {
  readonly gatewayOnly: readonly GatewayOnly[];
  /** Payments and refunds that the gateway they name does not know. */
  readonly booksOnly: readonly ShownTransaction[];
}

/** Returns the name of an operation for operators and the audit log: `main pi_123`. */
export const operationName = ({ gateway_code, operation }: Pick<GatewayOnly, 'gateway_code' | 'operation'>): string =>
  referenceName(gateway_code, operation.result.reference ?? '-');

/** Returns the name of the operation with a reference at a gateway. */
export const referenceName = (gateway_code: string, reference: string): string => `${gateway_code} ${reference}`;
