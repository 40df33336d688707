import type { BillingAddress } from '../domain/billing-info/billing-address.ts';
import type { CardChange, MethodDescription } from '../domain/billing-info/payment-method.ts';
import type { VaultedMethod } from '../domain/billing-info/vaulted-method.ts';
import type { DisputeEvidence, EvidenceFile, SentFile } from '../domain/disputes/evidence.ts';
import type { ReadNotification } from '../domain/payments/gateway-notification.ts';
import type { Challenge, GatewayResult, Lookup, PaymentResult } from '../domain/payments/gateway-result.ts';
import type { OperationPage } from '../domain/payments/listed-operation.ts';
import type { GatewayPayout, PayoutLine } from '../domain/payouts/payout.ts';
import type { Site } from '../resources/site.ts';
import type { NetworkPreference } from '../values/card/card-type.ts';
import type { MerchantReasonCode } from '../values/initiators.ts';
import type { Secret } from '../values/secret.ts';
import type { Seconds } from '../values/time.ts';
import type { Presented, PresentedCode } from './vault.ts';

interface Request {
  readonly site: Site;
  /** The gateway account that `choose` returned. */
  readonly gateway_code: string;
  /** The moment of the operation on the site's clock. */
  readonly at: Seconds;
  readonly correlation: string;
}

interface Operation extends Request {
  /**
   * The idempotency key. The same request with the same key returns the same result and never moves money twice; a
   * different request with it is declined.
   */
  readonly key: string;
}

/** A payment method: presented with this request, or stored at the gateway under a reference. */
export type RequestedMethod =
  | { readonly presented: Presented }
  | {
      readonly reference: string;
      /** A stored card that the customer changed: the gateway stores its expiry and preferred network first. */
      readonly changed?: CardChange | undefined;
      /** A security code to compare with the stored card. */
      readonly verification_value?: PresentedCode;
    };

/**
 * A verification of a payment method. Stores a presented method, authorizes the smallest amount the gateway accepts,
 * and voids that.
 */
export interface VerifyRequest extends Operation {
  readonly method: RequestedMethod;
  /** ISO 4217. */
  readonly currency: string;
  readonly billing_address: BillingAddress;
  /** The network that the customer prefers for a card of more than one. */
  readonly network_preference: NetworkPreference | null;
  /** The account's email address, which bank debits may need: the bank tells the holder of them. */
  readonly email: string | null;
  /** The customer's IP address, where the merchant sent one. */
  readonly ip_address: string | null;
  /** `merchant`: the customer is not present, for example at a renewal. */
  readonly initiator: 'customer' | 'merchant';
  /** The card network's id of the payment that the customer agreed to, where the method is stored. */
  readonly network_transaction_id: string | null;
  /** The text on the customer's statement. */
  readonly descriptor: string;
  /**
   * The `action_token` of the challenge that the customer passed: the gateway completes that operation instead of
   * starting another. `method` is the reference that came with the token.
   */
  readonly confirmed_action: string | null;
  /** The URL to which the bank's page returns the customer's browser; null when the customer is not present. */
  readonly return_url: string | null;
}

/** A request to take or authorize an amount. A presented method is stored at the gateway. */
export interface PaymentRequest extends VerifyRequest {
  /** More than 0. */
  readonly amount_in_cents: number;
  /** The reason why a merchant makes this payment, where the merchant says so. */
  readonly merchant_reason_code: MerchantReasonCode | null;
}

/** An operation on an earlier payment, named by the reference of its result. */
export interface FollowUpRequest extends Operation {
  readonly reference: string;
  /** The full amount for `capture` and `void`, at most that for `refund`. */
  readonly amount_in_cents: number;
  /** ISO 4217. */
  readonly currency: string;
}

export interface RefundRequest extends FollowUpRequest {
  /**
   * Nothing was sold for the payment: if the customer disputes it, the dispute is accepted, which returns the amount
   * instead of a refund.
   */
  readonly accepts_dispute?: boolean;
}

/** A request of the use cases, which do not know the addresses of the service. */
export type WithoutAddress<R extends VerifyRequest> = Omit<R, 'return_url'>;

export interface ChallengeRequest extends Request {
  /** The token of an `action_required` result. */
  readonly action_token: string;
}

/** Identifies an operation by its idempotency key, or by the reference of its result. */
export type LookupRequest = Request & ({ readonly key: string } | { readonly reference: string });

/** A page of the operations that a gateway has for a site. */
export interface ListRequest extends Request {
  /** The earliest moment of an operation, on the site's clock. */
  readonly since: Seconds;
  /** The `next` of the page before; null for the first page. */
  readonly after: string | null;
}

/** A payout of a gateway account, without its lines. */
export interface ListedPayout extends Omit<GatewayPayout, 'lines'> {
  /** Whether the gateway itemizes the payout. */
  readonly itemized: boolean;
}

/** A page of the payouts that have arrived. */
export type ListedPayouts =
  | { readonly outcome: 'listed'; readonly payouts: readonly ListedPayout[]; readonly next: string | null }
  | PayoutsUnknown;

/** A page of the lines of a payout. */
export type ListedPayoutLines =
  | { readonly outcome: 'listed'; readonly lines: readonly PayoutLine[]; readonly next: string | null }
  | PayoutsUnknown;

/** `unknown`: the gateway did not answer. `unsupported`: its API does not expose payouts. */
export type PayoutsUnknown =
  | { readonly outcome: 'unknown'; readonly reason: string }
  | { readonly outcome: 'unsupported' };

/** A page of the lines of one payout. */
export interface PayoutLinesRequest extends Request {
  /** The gateway's reference of the payout. */
  readonly payout: string;
  readonly currency: string;
  readonly after: string | null;
}

/** A payment method that a gateway holds, by the token that the merchant has for it. */
export interface FindMethodRequest extends Request {
  readonly token: Secret;
  /** The customer of the gateway that it belongs to; null: any. */
  readonly customer: string | null;
}

/** A gateway's answer about a payment method that it may hold. */
export type FoundMethod =
  | ({ readonly outcome: 'found' } & Pick<VaultedMethod, 'description' | 'reference'>)
  /** It has none with this token for this site, or one that cannot be charged again. */
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'of_another_customer' }
  /** It is none of the types that the service takes. */
  | { readonly outcome: 'untaken' }
  /** The gateway did not answer, or turned the credentials away. `error_code`: a code of `decline-codes.ts`. */
  | { readonly outcome: 'unknown'; readonly error_code: string };

/** The merchant accepts a dispute that is not decided. */
export interface AcceptanceRequest extends Operation {
  /** The gateway's reference of the dispute. */
  readonly dispute: string;
}

/** Evidence of the merchant for a dispute that is not decided. */
export interface EvidenceRequest extends AcceptanceRequest {
  readonly evidence: DisputeEvidence;
  readonly files: readonly EvidenceFile[];
}

/** A gateway's reaction to evidence, with the references of its files. */
export type EvidenceOutcome =
  | { readonly outcome: 'submitted'; readonly files: readonly SentFile[] }
  | Exclude<DisputeAnswerOutcome, { readonly outcome: 'submitted' }>;

/** A gateway's reaction to an answer of the merchant. */
export type DisputeAnswerOutcome =
  /** The gateway has it: the bank reviews evidence, and an accepted dispute is lost. */
  | { readonly outcome: 'submitted' }
  | { readonly outcome: 'refused'; readonly message: string }
  /** The gateway did not react: it may have the answer, and may be sent it again. */
  | { readonly outcome: 'unknown'; readonly message: string }
  /** The gateway takes no answers from programs. */
  | { readonly outcome: 'unsupported' };

/** An HTTP request that claims to come from a gateway. */
export interface IncomingNotification {
  readonly site: Site;
  readonly gateway_code: string;
  /** Keys are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** The payment to find a gateway for. */
export interface GatewayChoice {
  readonly gateway_code?: string | null | undefined;
  readonly currency: string;
  readonly type: MethodDescription['type'];
  /** The brand of a card. */
  readonly card_type: string | null;
  /** ISO 3166-1 alpha-2, of the billing address. */
  readonly country: string | null;
  /** Codes of gateways that were not reached: of the others, only one that accepts the payment is chosen. */
  readonly except?: readonly string[];
}

/** The payment gateways of all sites. Operations throw only what consuming a presented method throws. */
export interface Gateways {
  /** Returns the codes of all gateways of a site, also of those that take no new payments. */
  codes(site: Site): Promise<readonly string[]>;
  /** Whether a site has a gateway with this code. */
  knows(site: Site, gateway_code: string): Promise<boolean>;
  /**
   * Returns the code of the gateway for a payment: the named one, or else the first that accepts its currency, brand
   * and country, or else the first for its type, which declines it with the reason. Undefined when there is none: then
   * the payment fails with `no_gateway`.
   */
  choose(site: Site, payment: GatewayChoice): Promise<string | undefined>;
  verify(request: WithoutAddress<VerifyRequest>): Promise<GatewayResult>;
  /** Reserves an amount, to be captured or voided later. */
  authorize(request: WithoutAddress<PaymentRequest>): Promise<PaymentResult>;
  /** Takes an amount. A bank debit settles later. */
  purchase(request: WithoutAddress<PaymentRequest>): Promise<PaymentResult>;
  /** Captures the full authorized amount. Later requests still refer to the authorization. */
  capture(request: FollowUpRequest): Promise<GatewayResult>;
  /**
   * Cancels an authorization, a payment that has not settled, or an operation that waits for the customer's
   * confirmation.
   */
  void(request: FollowUpRequest): Promise<GatewayResult>;
  /** Refunds an amount. Refunds of more than the payment in total are declined with `total_credit_exceeds_capture`. */
  refund(request: RefundRequest): Promise<PaymentResult>;
  /** Returns the state of a challenge. Moves no money. */
  challenge(request: ChallengeRequest): Promise<Challenge>;
  /** Returns the outcome of an operation, and its settlement state. Throws when the site no longer has the gateway. */
  lookup(request: LookupRequest): Promise<Lookup>;
  /**
   * Returns a page of the payments and refunds of the site that the gateway has since a moment. Moves no money. Throws
   * when the site no longer has the gateway.
   */
  list(request: ListRequest): Promise<OperationPage>;
  /** Returns a page of the payouts that have arrived since a moment. Moves no money. Throws as `list` does. */
  listPayouts(request: ListRequest): Promise<ListedPayouts>;
  /** Returns a page of the lines of a payout. Moves no money. Throws as `list` does. */
  listPayoutLines(request: PayoutLinesRequest): Promise<ListedPayoutLines>;
  /** Looks up a payment method that a gateway holds. Moves no money, and asks no bank. */
  findMethod(request: FindMethodRequest): Promise<FoundMethod>;
  /** Submits evidence for a dispute, which replaces what was sent before. Moves no money. */
  submitEvidence(request: EvidenceRequest): Promise<EvidenceOutcome>;
  /** Accepts a dispute, which is lost then. Moves no money. */
  acceptDispute(request: AcceptanceRequest): Promise<DisputeAnswerOutcome>;
  /** Checks the signature of a notification, and reads it; undefined if the site has no such gateway. */
  parseNotification(request: IncomingNotification): Promise<ReadNotification | undefined>;
}
