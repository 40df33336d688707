import type {
  AgreementDescription,
  Holder,
  MethodDescription,
  RawMethod,
} from '../domain/billing-info/payment-method.ts';
import type { Site } from '../resources/site.ts';
import type { Issue } from '../values/failure.ts';
import type { Secret } from '../values/secret.ts';

/**
 * A card, a bank account or a wallet agreement that a client presented. Its numbers stay in the vault; only a gateway
 * can read them, once. Use it as `try { … verify … } finally { await presented.release(); }`.
 */
export interface Presented {
  readonly description: MethodDescription;
  /** Empty for raw data, whose name and address are in the request itself. */
  readonly holder: Holder;
  /** The IP address that the token was created from, which is the customer's; null for raw data. */
  readonly address: string | null;
  /** A keyed hash of the number: equal for the same number at the same site. Never stored with the payment method. */
  readonly fingerprint: string;
  /**
   * Consumes the token, whatever the outcome of the gateway call; reading the values consumes it as well. A second call
   * does nothing. Throws `token_invalid` when the token or the hold has expired: then no gateway was called.
   */
  consume(): Promise<void>;
  /**
   * Releases the token, whose lifetime has continued. Does nothing once it is consumed, so it can be called in a
   * `finally`.
   */
  release(): Promise<void>;
}

/** A security code held by the vault. Only a gateway can read it, once. */
export interface PresentedCode {
  readonly is: 'security code';
}

/** An accepted value, or the problems of a rejected one. Fields are those of billing info, without a path prefix. */
export type Judged<T> = { readonly accepted: T } | { readonly issues: readonly Issue[] };

export interface Vault {
  /**
   * One holder at a time. Throws `token_invalid` when the token was never issued to this site, has expired or is gone,
   * and `simultaneous_request` while another call holds it.
   */
  hold(site: Site, tokenId: string): Promise<Presented>;
  /**
   * Accepts raw payment data of a request. Validates numbers by their check digits, the expiry by the site's clock, and
   * the security code by brand.
   */
  present(site: Site, raw: RawMethod): Judged<Presented>;
  /** Accepts a security code without a card, to be compared with a stored card of this `card_type`. */
  presentCode(code: Secret | null | undefined, card_type?: string | null): Judged<PresentedCode>;
}

/** The plain values of a payment method, for the duration of a gateway call. */
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
  | { readonly type: 'sepa'; readonly iban: Secret }
  | { readonly type: 'bacs'; readonly sort_code: Secret; readonly account_number: Secret }
  | { readonly type: 'becs'; readonly bsb_code: Secret; readonly account_number: Secret }
  | AgreementDescription;

/** The interface of the vault for gateway adapters only. */
export interface MethodReader {
  /** Passes the values to `use`, once. Consumes the method first, and throws what `consume` throws. */
  read<T>(presented: Presented, use: (values: MethodValues) => Promise<T>): Promise<T>;
  /** Returns a security code, once. */
  readCode(code: PresentedCode): Secret;
}
