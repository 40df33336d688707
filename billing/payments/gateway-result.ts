import type { CheckResult } from '../resources/schema.ts';

/** How far a payment is that settles later (reference "payments", section 9.4). */
export type Settlement = 'scheduled' | 'processing' | 'settled' | 'returned' | 'charged_back';

interface Answered {
  /** The gateway's number for the call. */
  readonly reference: string | null;
  readonly message: string | null;
  /** Null where no code was sent, or nobody looked at it. */
  readonly cvv: CheckResult | null;
  readonly avs: CheckResult | null;
  /** `Y`, `N` or null. */
  readonly avs_street: string | null;
  readonly avs_postal: string | null;
  readonly amount_in_cents: number;
  readonly gateway_type: string;
  readonly test: boolean;
}

export interface Approved extends Answered {
  readonly outcome: 'approved';
  /** `approved_fraud_review` where the gateway wants a person to look at it. */
  readonly approval_code: string | null;
  /** What the gateway will know the payment method by from now on. */
  readonly method_reference: string;
}

/** `unknown`: the gateway did not answer in time; nobody can say yet whether it acted. */
export interface Refused extends Answered {
  readonly outcome: 'declined' | 'unknown';
  /** A code of `billing/payments/decline-codes.ts` (reference "errors", section 5.3). */
  readonly error_code: string;
  readonly gateway_error_code: string | null;
}

/** Accepted, to be settled or returned later: a bank debit or the refund of one. */
export interface Pending extends Answered {
  readonly outcome: 'pending';
  readonly approval_code: string | null;
  readonly method_reference: string;
}

export type GatewayAnswer = Approved | Refused;

export type PaymentAnswer = Approved | Pending | Refused;
