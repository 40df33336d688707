import type { CheckResult } from '../resources/field.ts';
import type { Site } from '../site.ts';

/** What billing may know about a card (DESIGN section 7). */
export interface CardDescription {
  readonly type: 'credit_card';
  /** Display name, for example `Visa`. */
  readonly card_type: string;
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

export type MethodDescription = CardDescription | BankAccountDescription;

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

/**
 * A card or bank account that somebody presented. Its numbers stay with the vault, which knows it by `handle`. Consumed once a gateway was
 * asked, whatever it answered; released when it was not (DESIGN section 7).
 */
export interface Presented {
  readonly handle: string;
  readonly description: MethodDescription;
  readonly holder: Holder;
  consume(): Promise<void>;
  release(): Promise<void>;
}

export interface Vault {
  /**
   * One holder at a time. Throws `token_invalid` when the token was never issued to this site, has expired or is gone, and
   * `simultaneous_request` while another call holds it.
   */
  hold(site: Site, tokenId: string): Promise<Presented>;
}

/** What a gateway is asked to check before a payment method is put on file (reference "payments", section 5). */
export interface VerifyRequest {
  /** Something presented just now, or a reference the gateway gave earlier. */
  readonly method:
    | { readonly presented: Presented }
    | { readonly reference: string; readonly month?: number; readonly year?: number };
  readonly currency: string;
  readonly gateway_code: string;
  /** Calling again with the same key never moves money twice. */
  readonly key: string;
  readonly correlation: string;
}

interface Answered {
  /** The gateway's number for the call. */
  readonly reference: string | null;
  readonly message: string | null;
  readonly cvv: CheckResult | null;
  readonly avs: CheckResult | null;
  readonly avs_street: string | null;
  readonly avs_postal: string | null;
  readonly amount_in_cents: number;
  readonly gateway_type: string;
  readonly test: boolean;
}

export interface Approved extends Answered {
  readonly outcome: 'approved';
  readonly approval_code: string | null;
  /** What the gateway will know the card or bank account by from now on. */
  readonly method_reference: string;
}

/** `unknown`: the gateway did not answer in time; nobody can say yet whether it acted. */
export interface Refused extends Answered {
  readonly outcome: 'declined' | 'unknown';
  /** Reference "errors", section 5.3. */
  readonly error_code: string;
  readonly gateway_error_code: string | null;
}

export type GatewayAnswer = Approved | Refused;

export interface Gateways {
  /** The gateway for this payment, or undefined: then the payment fails with `no_gateway`. */
  choose(
    site: Site,
    wanted: { readonly gateway_code?: string; readonly currency: string; readonly type: MethodDescription['type'] },
  ): string | undefined;
  /** Stores the method with the gateway, authorizes the smallest amount it takes, and voids that at once. */
  verify(request: VerifyRequest): Promise<GatewayAnswer>;
  /** Checks a security code against a stored card. `code` never leaves the vault's handle. */
  verifyCode(
    request: Omit<VerifyRequest, 'method'> & { readonly reference: string; readonly codeHandle: string },
  ): Promise<GatewayAnswer>;
  /** What became of a call made with this key, or undefined when it never arrived. Reverses what was authorized and is not wanted. */
  reverse(request: {
    readonly gateway_code: string;
    readonly key: string;
    readonly correlation: string;
  }): Promise<void>;
}
