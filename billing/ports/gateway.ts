import type { MethodDescription } from '../billing-info/payment-method.ts';
import type { GatewayAnswer, PaymentAnswer, Settlement } from '../payments/gateway-result.ts';
import type { Site } from '../site.ts';
import type { Seconds } from '../time.ts';
import type { Presented, PresentedCode } from './vault.ts';

interface Request {
  readonly site: Site;
  /** As `choose` answered. */
  readonly gateway_code: string;
  /** Calling again with the same key repeats the answer and never moves money twice. */
  readonly key: string;
  /** The moment of the operation on the site's clock. */
  readonly at: Seconds;
  readonly correlation: string;
}

/** What a gateway is asked to check before a payment method is put on file (reference "payments", section 5). */
export interface VerifyRequest extends Request {
  /** Something presented just now, or a reference the gateway gave earlier. */
  readonly method:
    | { readonly presented: Presented }
    | { readonly reference: string; readonly month?: number; readonly year?: number };
  /** ISO 4217. */
  readonly currency: string;
}

/** A security code to compare with a stored card. */
export interface VerifyCodeRequest extends Request {
  readonly reference: string;
  readonly code: PresentedCode;
  /** ISO 4217. */
  readonly currency: string;
}

/** Money to be taken (reference "payments", section 1). A method presented just now is stored with the gateway on the way. */
export interface ChargeRequest extends Request {
  /** `authorize` only sets the amount aside; `capture` takes it. A bank account knows `purchase` alone, and settles later. */
  readonly action: 'purchase' | 'authorize';
  readonly method: VerifyRequest['method'];
  /** More than 0. */
  readonly amount_in_cents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** A renewal: the customer is not there. */
  readonly recurring: boolean;
}

/** Something to do about an earlier call, named by the reference its answer had. */
export interface FollowUpRequest extends Request {
  readonly reference: string;
  /** Of the whole call for `capture` and `void`, at most that for `refund`. */
  readonly amount_in_cents: number;
  /** ISO 4217. */
  readonly currency: string;
}

export interface Gateways {
  /** Whether a site may use a gateway by this code, whatever for. */
  knows(site: Site, gateway_code: string): boolean;
  /**
   * The gateway for this payment, or undefined: then the payment fails with `no_gateway`. A gateway of the right type that does not take the
   * currency is chosen where there is no better one, to answer `currency_not_supported`.
   */
  choose(
    site: Site,
    wanted: {
      readonly gateway_code?: string | null | undefined;
      readonly currency: string;
      readonly type: MethodDescription['type'];
    },
  ): string | undefined;
  /** Stores the method with the gateway, authorizes the smallest amount it takes, and voids that at once. Throws what `Presented.consume` throws. */
  verify(request: VerifyRequest): Promise<GatewayAnswer>;
  /** Checks a security code against a stored card. */
  verifyCode(request: VerifyCodeRequest): Promise<GatewayAnswer>;
  /** Takes money, or sets it aside. Throws what `Presented.consume` throws. */
  charge(request: ChargeRequest): Promise<PaymentAnswer>;
  /** Takes what was set aside, all of it. */
  capture(request: FollowUpRequest): Promise<GatewayAnswer>;
  /** Lets go of what was set aside, or of a payment that has not settled. */
  void(request: FollowUpRequest): Promise<GatewayAnswer>;
  /** Gives money back. Never more than was taken: `total_credit_exceeds_capture`. */
  refund(request: FollowUpRequest): Promise<PaymentAnswer>;
  /** Returns how far a payment is that settles later, at a moment of the site's clock. */
  settlement(request: {
    readonly site: Site;
    readonly gateway_code: string;
    readonly reference: string;
    readonly at: Seconds;
  }): Promise<Settlement>;
  /** What became of the call made with this key, undefined when it never arrived. What it authorized or took is voided; what it gave back stays given. */
  reverse(request: Request): Promise<PaymentAnswer | undefined>;
}
