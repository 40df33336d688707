import type { FaultKind } from '../faults/fault.ts';
import type { SimulatedDecline } from './declines.ts';

export type Check = 'pass' | 'fail' | 'unavailable' | 'unchecked';

/**
 * The cases in which the bank asks for authentication:
 *
 * - `not_supported`: never; it cannot be requested either
 * - `unenrolled`: never; a request is acknowledged as an attempt
 * - `supported`: only when it is requested
 * - `required`: with the customer present
 * - `unless_set_up`: always, until the card was set up for payments without the customer
 * - `already_set_up`: with the customer present; the card counts as set up from the start
 * - `always`: always, also after it was set up
 */
export type AuthenticationCase =
  | 'not_supported'
  | 'unenrolled'
  | 'supported'
  | 'required'
  | 'unless_set_up'
  | 'already_set_up'
  | 'always';

/** The behaviour of a test card. Absent members mean that nothing unusual happens. */
export interface CardBehaviour {
  /** Every authorization, and attaching the card to a customer, is declined. */
  readonly decline?: SimulatedDecline;
  /** The decline applies to charges only; the card can be attached. */
  readonly attaches?: true;
  /** The decline applies only where a security code was sent. */
  readonly onlyWithCode?: true;
  /** Risk evaluation blocks every charge. */
  readonly blocked?: true;
  readonly risk?: 'elevated' | 'highest';
  readonly line1?: Check;
  readonly postalCode?: Check;
  readonly securityCode?: Check;
  readonly authentication?: AuthenticationCase;
  /** Authentication passes without a challenge. */
  readonly frictionless?: true;
  /** Authentication fails with a processing error. */
  readonly authenticationError?: true;
  readonly refund?: 'pending_then_succeeds' | 'succeeds_then_fails';
  readonly dispute?: Dispute;
  /** The fault of the request that charges or refuses the card. */
  readonly fault?: FaultKind;
  /** A report of fraud follows a charge, without a dispute. */
  readonly fraudWarning?: true;
}

export interface Dispute {
  readonly reason: 'fraudulent' | 'product_not_received';
  readonly status: 'needs_response' | 'warning_needs_response';
  readonly times?: 2;
}

/** The behaviour of a test bank account. */
export interface BankBehaviour {
  /** The code with which a debit fails. */
  readonly failure?:
    | 'account_closed'
    | 'charge_exceeds_weekly_limit'
    | 'debit_not_authorized'
    | 'insufficient_funds'
    | 'invalid_currency'
    | 'no_account';
  readonly blocked?: true;
  readonly dispute?: true;
  /** The debit stays in processing. */
  readonly never?: true;
  /** Microdeposits cannot be sent. */
  readonly failsMicrodeposits?: true;
}
