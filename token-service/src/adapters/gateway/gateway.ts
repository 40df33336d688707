import type { MethodDescription } from '@service/billing/domain/billing-info/payment-method.ts';
import type { AccountSettings } from '@service/billing/domain/gateway-accounts/account.ts';
import type { ReadNotification } from '@service/billing/domain/payments/gateway-notification.ts';
import type {
  Challenge,
  GatewayResult,
  Lookup,
  PaymentResult,
} from '@service/billing/domain/payments/gateway-result.ts';
import type { OperationPage } from '@service/billing/domain/payments/listed-operation.ts';
import type {
  AcceptanceRequest,
  ChallengeRequest,
  DisputeAnswerOutcome,
  EvidenceOutcome,
  EvidenceRequest,
  FindMethodRequest,
  FollowUpRequest,
  FoundMethod,
  IncomingNotification,
  ListedPayoutLines,
  ListedPayouts,
  ListRequest,
  LookupRequest,
  PaymentRequest,
  PayoutLinesRequest,
  RefundRequest,
  VerifyRequest,
} from '@service/billing/ports/gateway.ts';
import type { AdapterTerms } from '@service/billing/ports/gateway-accounts.ts';
import type { Site } from '@service/billing/resources/site.ts';

/**
 * One gateway account, opened with its credentials. Every failure is a result: operations throw only what consuming a
 * presented method throws.
 */
export interface Gateway {
  /** Whether a site may use it for this type of payment method. */
  serves(site: Site, type: MethodDescription['type']): boolean;
  /** ISO 4217 codes that it accepts for this type of payment method; empty if it does not accept the type. */
  currencies(type: MethodDescription['type']): ReadonlySet<string>;
  verify(request: VerifyRequest): Promise<GatewayResult>;
  authorize(request: PaymentRequest): Promise<PaymentResult>;
  purchase(request: PaymentRequest): Promise<PaymentResult>;
  capture(request: FollowUpRequest): Promise<GatewayResult>;
  void(request: FollowUpRequest): Promise<GatewayResult>;
  refund(request: RefundRequest): Promise<PaymentResult>;
  challenge(request: ChallengeRequest): Promise<Challenge>;
  lookup(request: LookupRequest): Promise<Lookup>;
  /** Returns only operations of the site in the request: several sites may share one account. */
  list(request: ListRequest): Promise<OperationPage>;
  /** Returns the payouts of the whole account. Absent where the provider's API does not expose them. */
  listPayouts?(request: ListRequest): Promise<ListedPayouts>;
  /** Present wherever `listPayouts` is. */
  listPayoutLines?(request: PayoutLinesRequest): Promise<ListedPayoutLines>;
  /** Finds only methods that the site in the request may use: several sites may share one account. */
  findMethod(request: FindMethodRequest): Promise<FoundMethod>;
  /** Absent where the provider takes no evidence from programs. */
  submitEvidence?(request: EvidenceRequest): Promise<EvidenceOutcome>;
  /** Absent where the provider takes no answers from programs. */
  acceptDispute?(request: AcceptanceRequest): Promise<DisputeAnswerOutcome>;
  /** Checks the signature before anything else. */
  parseNotification(request: IncomingNotification): Promise<ReadNotification>;
}

/** The adapter of one provider. Each account of a site at that provider is a gateway of its own. */
export interface GatewayAdapter extends AdapterTerms {
  open(account: AccountSettings): Gateway;
}
