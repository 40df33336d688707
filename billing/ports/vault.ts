import type { AgreementDescription, Holder, MethodDescription, RawMethod } from '../billing-info/payment-method.ts';
import type { Issue } from '../failure.ts';
import type { Secret } from '../secret.ts';
import type { Site } from '../site.ts';

/**
 * A card, a bank account or a wallet agreement that a client presented. Its numbers stay with the vault; a gateway
 * alone can have them read, and that consumes it. Use it as `try { … verify … } finally { await presented.release();
 * }`.
 */
export interface Presented {
  readonly description: MethodDescription;
  /** Empty for raw data: its name and address are the caller's own. */
  readonly holder: Holder;
  /** The network address that the token was made from, which is the customer's; null for raw data. */
  readonly address: string | null;
  /** A keyed hash of the number: equal for the same number at the same site. Never stored with the payment method. */
  readonly fingerprint: string;
  /**
   * Ends the token, whatever a gateway answers; a gateway that reads the values does so by itself. A second time does
   * nothing. Throws `token_invalid` when the token expired, or the hold ran out, while it was held: nothing was asked
   * then.
   */
  consume(): Promise<void>;
  /** Gives the token back, its time running on. Does nothing once it is consumed, so that it fits in a `finally`. */
  release(): Promise<void>;
}

/** A security code in the vault's keeping. Only a gateway can have it read, once. */
export interface PresentedCode {
  readonly is: 'security code';
}

/**
 * Something to use, or everything that is wrong with it: fields are those of billing info, without a path before them.
 */
export type Judged<T> = { readonly accepted: T } | { readonly issues: readonly Issue[] };

export interface Vault {
  /**
   * One holder at a time. Throws `token_invalid` when the token was never issued to this site, has expired or is gone,
   * and `simultaneous_request` while another call holds it.
   */
  hold(site: Site, tokenId: string): Promise<Presented>;
  /**
   * Takes in raw data of a request: numbers by their check digits, expiry by the site's clock, security code by brand.
   */
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
