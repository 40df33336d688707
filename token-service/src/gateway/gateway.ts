import type { MethodDescription } from '@service/billing/billing-info/payment-method.ts';
import type { GatewayAnswer, PaymentAnswer, Settlement } from '@service/billing/payments/gateway-result.ts';
import type {
  ChargeRequest,
  FollowUpRequest,
  Gateways,
  VerifyCodeRequest,
  VerifyRequest,
} from '@service/billing/ports/gateway.ts';
import type { Site } from '@service/billing/site.ts';
import type { Seconds } from '@service/billing/time.ts';

/** One payment gateway. Whatever it answers is an answer: it throws only what consuming a presented method throws. */
export interface Gateway extends Pick<Gateways, 'reverse'> {
  /** What `gateway_code` names. */
  readonly code: string;
  /** Whether this site may use it for this kind of method. */
  serves(site: Site, type: MethodDescription['type']): boolean;
  /** ISO 4217 codes it takes for this kind of method; none: it does not take the kind. */
  currencies(type: MethodDescription['type']): ReadonlySet<string>;
  verify(request: VerifyRequest): Promise<GatewayAnswer>;
  verifyCode(request: VerifyCodeRequest): Promise<GatewayAnswer>;
  charge(request: ChargeRequest): Promise<PaymentAnswer>;
  capture(request: FollowUpRequest): Promise<GatewayAnswer>;
  void(request: FollowUpRequest): Promise<GatewayAnswer>;
  refund(request: FollowUpRequest): Promise<PaymentAnswer>;
  settlement(request: { readonly site: Site; readonly reference: string; readonly at: Seconds }): Promise<Settlement>;
}
