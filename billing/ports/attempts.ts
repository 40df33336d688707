import type { Site } from '../resources/site.ts';
import type { Seconds } from '../values/time.ts';

/** The scopes in which declined attempts are counted. */
export type AttemptScope = 'account' | 'card' | 'address' | 'security_code';

/** One attempt to have a payment method checked or charged. */
export interface Attempt {
  readonly site: Site;
  /** The account's code, whether the account exists or not. */
  readonly account_code: string;
  /** Identifies the payment method without being its number: the vault's fingerprint, or what is on file. */
  readonly card: string;
  /** Whether a security code is compared: wrong ones lock the card for a day, where the site counts by card. */
  readonly comparesCode?: boolean;
  /** The customer's address, where the merchant named one. */
  readonly address: string | null;
  /** The address that the request came from: the merchant's own server, which is never counted as a customer. */
  readonly client_address: string | null;
  /** The id of the request. */
  readonly correlation: string;
}

/** A limit that declined attempts fill. */
export interface ReachedLimit {
  readonly scope: AttemptScope;
  /** Whole seconds until enough of them no longer count for another attempt in every scope. */
  readonly retry_after: Seconds;
}

export type AttemptVerdict =
  | {
      readonly outcome: 'reserved';
      /**
       * Ends the reservation. A declined attempt counts for an hour, a security code for a day; any other stops
       * counting.
       */
      readonly settle: (declined: boolean) => Promise<void>;
    }
  | ({ readonly outcome: 'reached' } & ReachedLimit)
  /**
   * Attempts in progress would fill the limit if all of them were declined. `freed` settles once an attempt of this
   * process has ended.
   */
  | { readonly outcome: 'busy'; readonly scope: AttemptScope; readonly freed: Promise<void> };

/** Counts declined attempts against card testing, by the limits of the site. */
export interface Attempts {
  /** Returns the limit that declined attempts fill, undefined if there is none. */
  reached(attempt: Attempt): Promise<ReachedLimit | undefined>;
  /**
   * Counts an attempt before a gateway is called, in one step for all scopes. A reservation ends by itself when its
   * process dies.
   */
  reserve(attempt: Attempt): Promise<AttemptVerdict>;
}
