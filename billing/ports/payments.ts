import type { BrandSlug, CardType } from '../card/brand.ts';
import type { Issue } from '../failure.ts';
import type { CheckResult } from '../resources/field.ts';
import type { Secret } from '../secret.ts';
import type { Site } from '../site.ts';

/** What billing may know about a card (DESIGN section 7). */
export interface CardDescription {
  readonly type: 'credit_card';
  /** Display name, for example `Visa`. */
  readonly card_type: CardType;
  /** The browser library's name for it, which tells more brands apart. */
  readonly brand: BrandSlug;
  readonly first_six: string;
  readonly last_four: string;
  readonly month: number;
  readonly year: number;
}

export interface BankAccountDescription {
  readonly type: 'bank_account';
  readonly routing_number: string;
  readonly last_four: string;
  readonly account_type: 'checking' | 'savings';
}

/** What a customer agreed upon with a wallet. Its id is no secret: whoever charges it needs the gateway's own credentials too. */
export interface AgreementDescription {
  readonly type: 'paypal';
  readonly paypal_billing_agreement_id: string;
}

export type MethodDescription = CardDescription | BankAccountDescription | AgreementDescription;

/** Name and address that came with a token, in the words of billing info. */
export type Holder = Readonly<
  Partial<
    Record<
      | 'first_name'
      | 'last_name'
      | 'name_on_account'
      | 'company'
      | 'address1'
      | 'address2'
      | 'city'
      | 'state'
      | 'zip'
      | 'country'
      | 'phone'
      | 'vat_number',
      string
    >
  >
>;

/** A card as somebody wrote it, in the words of billing info. Absent, null and blank mean the same. */
export interface RawCard {
  readonly type: 'credit_card';
  readonly number?: Secret | null | undefined;
  readonly month?: string | number | null | undefined;
  readonly year?: string | number | null | undefined;
  readonly verification_value?: Secret | null | undefined;
}

/** A US bank account as somebody wrote it. A confirmation is compared where one is given. */
export interface RawBankAccount {
  readonly type: 'bank_account';
  readonly routing_number?: string | null | undefined;
  readonly account_number?: Secret | null | undefined;
  readonly account_number_confirmation?: Secret | null | undefined;
  readonly account_type?: string | null | undefined;
}

/** A wallet's agreement as somebody wrote it. */
export interface RawAgreement {
  readonly type: 'paypal';
  readonly paypal_billing_agreement_id?: string | null | undefined;
}

export type RawMethod = RawCard | RawBankAccount | RawAgreement;

/**
 * A card, a bank account or a wallet's agreement that somebody presented. Its numbers stay with the vault; a gateway alone can have them read, and that consumes it
 * (DESIGN section 7). Use it as `try { … verify … } finally { await presented.release(); }`.
 */
export interface Presented {
  readonly description: MethodDescription;
  /** Empty for raw data: its name and address are the caller's own. */
  readonly holder: Holder;
  /**
   * Ends the token, whatever a gateway answers; a gateway that reads the values does so by itself. A second time does nothing.
   * Throws `token_invalid` when the token expired, or the hold ran out, while it was held: nothing was asked then.
   */
  consume(): Promise<void>;
  /** Gives the token back, its time running on. Does nothing once it is consumed, so that it fits in a `finally`. */
  release(): Promise<void>;
}

/** A security code in the vault's keeping. Only a gateway can have it read, once. */
export interface PresentedCode {
  readonly is: 'security code';
}

/** Something to use, or everything that is wrong with it: fields are those of billing info, without a path before them. */
export type Judged<T> = { readonly accepted: T } | { readonly issues: readonly Issue[] };

export interface Vault {
  /**
   * One holder at a time. Throws `token_invalid` when the token was never issued to this site, has expired or is gone, and
   * `simultaneous_request` while another call holds it.
   */
  hold(site: Site, tokenId: string): Promise<Presented>;
  /** Takes in raw data of a request: numbers by their check digits, expiry by the site's clock, security code by brand. */
  present(site: Site, raw: RawMethod): Judged<Presented>;
  /** Takes in a security code alone, to be checked against the stored card whose `card_type` is given. */
  presentCode(code: Secret | null | undefined, card_type?: string | null): Judged<PresentedCode>;
}

/** The values of a payment method, for as long as a gateway sends them somewhere. */
export type MethodValues =
  | {
      readonly type: 'credit_card';
      readonly number: Secret;
      readonly month: number;
      readonly year: number;
      readonly verification_value: Secret | undefined;
    }
  | {
      readonly type: 'bank_account';
      readonly routing_number: string;
      readonly account_number: Secret;
      readonly account_type: 'checking' | 'savings';
    }
  | AgreementDescription;

/** The other side of the vault, which only gateway adapters are given. */
export interface MethodReader {
  /** Hands the values over while `use` runs, once. The method is consumed before, and throws what that throws. */
  read<T>(presented: Presented, use: (values: MethodValues) => Promise<T>): Promise<T>;
  /** Hands a security code over, once. */
  readCode(code: PresentedCode): Secret;
}

interface Request {
  readonly site: Site;
  /** As `choose` answered. */
  readonly gateway_code: string;
  /** Calling again with the same key repeats the answer and never moves money twice. */
  readonly key: string;
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
  /** What has become of a payment that settles later, at a moment of the site's clock, in seconds. */
  settlement(request: {
    readonly site: Site;
    readonly gateway_code: string;
    readonly reference: string;
  }): Promise<Settlement>;
  /** What became of the call made with this key, undefined when it never arrived. What it authorized or took is voided; what it gave back stays given. */
  reverse(request: Request): Promise<PaymentAnswer | undefined>;
}
