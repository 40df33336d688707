import type { CheckResult } from '../../resources/schema.ts';
import type { DeclineCategory } from './decline-codes.ts';

/** The settlement state of a payment that settles later. */
export type Settlement = 'scheduled' | 'processing' | 'settled' | 'returned' | 'charged_back';

/** The card network's advice after a decline. */
export type NetworkAdvice = 'do_not_retry' | 'retry_later' | 'update_details';

/** A fee that a gateway charges the merchant. */
export interface GatewayFee {
  readonly amount_in_cents: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** The bank's authentication of the customer before a card payment (3-D Secure), as the gateway reports it. */
export interface CardAuthentication {
  /** `attempted`: the bank does not take part. `exempted`: none was necessary. */
  readonly result: 'authenticated' | 'attempted' | 'exempted' | 'failed' | 'not_supported' | 'error' | 'unknown';
  /** Whether the customer had to confirm the payment; null where there was nothing to decide. */
  readonly flow: 'challenge' | 'frictionless' | null;
  readonly version: string | null;
  /** Electronic commerce indicator: the card network's code of the result. */
  readonly eci: string | null;
  /** The exemption from strong authentication that was asked for. */
  readonly exemption: string | null;
}

interface GatewayResponse {
  /** The gateway's reference of the operation. */
  readonly reference: string | null;
  readonly message: string | null;
  /** Null where no code was sent or checked. */
  readonly cvv: CheckResult | null;
  readonly avs: CheckResult | null;
  /** `Y`, `N` or null. */
  readonly avs_street: string | null;
  readonly avs_postal: string | null;
  readonly amount_in_cents: number;
  readonly gateway_type: string;
  readonly test: boolean;
  /** The gateway's reference of the charge that a payment made, where that has one besides the payment. */
  readonly charge_reference?: string | null;
  /** Null where the gateway reports no authentication. */
  readonly three_d_secure?: CardAuthentication | null;
  /** The country of the card's issuer or of the bank, where the gateway reports it. */
  readonly method_country?: string | null;
}

interface Accepted extends GatewayResponse {
  /** `approved_fraud_review` where the gateway asks for a manual review. */
  readonly approval_code: string | null;
  /** The gateway's reference of the payment method, for later payments. */
  readonly method_reference: string;
  /** The card network's id of the operation. Later payments that the merchant initiates name it. */
  readonly network_transaction_id: string | null;
  /** The reference of the customer's mandate for a bank debit, where the gateway issues one. */
  readonly mandate_reference?: string | null;
}

export interface Succeeded extends Accepted {
  readonly outcome: 'succeeded';
  /** The fee for disputes that were accepted instead of a refund; missing where there is none. */
  readonly dispute_fee?: GatewayFee;
}

/** Accepted, to be settled or returned later: a bank debit or the refund of one. */
export interface Pending extends Accepted {
  readonly outcome: 'pending';
}

interface NotAccepted extends GatewayResponse {
  /** A code of `decline-codes.ts`. */
  readonly error_code: string;
  readonly gateway_error_code: string | null;
}

export interface DeclinedByGateway extends NotAccepted {
  readonly outcome: 'declined';
  readonly error_category: DeclineCategory;
  readonly network_advice: NetworkAdvice | null;
  /**
   * The gateway has received nothing of the payment, and a presented method is not consumed: another gateway may be
   * called.
   */
  readonly unreached?: true;
}

/**
 * The customer has to confirm the payment, for example with 3-D Secure. No money has moved. The `reference` names the
 * waiting operation, which `void` cancels.
 */
export interface ActionRequired extends NotAccepted {
  readonly outcome: 'action_required';
  /** Identifies the challenge. Only the adapter knows what it contains. */
  readonly action_token: string;
  /** The gateway's reference of the payment method: a presented one is stored already. */
  readonly method_reference: string;
}

/** The gateway did not answer in time, so it may or may not have acted. */
export interface OutcomeUnknown extends NotAccepted {
  readonly outcome: 'unknown';
}

export type Refused = DeclinedByGateway | ActionRequired | OutcomeUnknown;

/** The result of an operation whose outcome is known at once. */
export type GatewayResult = Succeeded | Refused;

/** The result of an operation that moves money. */
export type PaymentResult = Succeeded | Pending | Refused;

/** A gateway's answer to the look-up of an operation. */
export type Lookup =
  | {
      readonly outcome: 'found';
      /** The outcome, even if the caller never received it. */
      readonly result: Succeeded | Pending | DeclinedByGateway | ActionRequired;
      /** ISO 4217. */
      readonly currency: string;
      /** Null for operations that do not settle later. */
      readonly settlement: Settlement | null;
      /** Amount charged back of a payment; the whole payment unless the gateway says how much. */
      readonly charged_back_in_cents?: number;
    }
  /** The gateway never received it. */
  | { readonly outcome: 'not_found' }
  /** The gateway did not answer. */
  | { readonly outcome: 'unknown' };

/** The state of a challenge: the customer's confirmation of one operation. */
export type Challenge =
  /** `url`: the page of the customer's bank, to be shown in an iframe. */
  | { readonly state: 'waiting'; readonly url: string }
  /** A request with this `confirmed_action` completes the operation. */
  | { readonly state: 'confirmed' }
  /** The customer or the bank refused, or the operation was canceled. `error_code`: a code of `decline-codes.ts`. */
  | { readonly state: 'failed'; readonly error_code: string }
  /** The gateway did not answer, or has no such challenge. */
  | { readonly state: 'unknown' };
