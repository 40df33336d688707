import type { Millis } from '../../values/time.ts';

/**
 * Limited items that are reserved for a sale: taken in the transaction that records the intent, and released if the
 * sale fails.
 */
export interface Reservation {
  /** Keys of coupons whose redemption count was incremented. */
  readonly coupons: readonly string[];
  /** Keys of unique codes. */
  readonly codes: readonly string[];
  /** Keys of gift cards. */
  readonly gift_cards: readonly string[];
}

/** The purposes of an intent. An `authorization` waits for its capture; the others wait for a gateway's response. */
export type IntentKind = 'order' | 'capture' | 'collection' | 'refund' | 'verification' | 'authorization';

/**
 * Whether an intent expires on the site's clock, as authorizations do; gateway calls have leases on the system clock.
 */
export const leasedOnSiteClock = (kind: IntentKind): boolean => kind === 'authorization';

/**
 * Returns the subject under which an authorization waits for its capture. It differs from that of its account, whose
 * other payments continue meanwhile.
 */
export const authorizationSubject = (uuid: string): string => `authorization:${uuid}`;

/** The data with which an intent is completed or reversed, with the version of its format. */
export interface StoredPayload {
  readonly kind: IntentKind;
  readonly version: number;
}

/** A recorded decision to call a gateway, until its outcome is recorded. */
export interface Intent {
  readonly id: string;
  readonly kind: IntentKind;
  /** The account whose money moves: its id, or its code while it does not exist. Each has at most one open intent. */
  readonly subject: string;
  /** The idempotency key the gateway is called with. */
  readonly gateway_key: string;
  readonly gateway_code: string;
  readonly correlation: string;
  /** The `Idempotency-Key` of the request that waits for the outcome; null once it has one, and for due work. */
  readonly idempotency_key: string | null;
  /**
   * Milliseconds, on the system clock; an authorization's on the site's clock. Until then the intent belongs to the
   * process that opened it.
   */
  readonly leased_until_ms: Millis;
  /** Whether its operation is to be reversed: then nothing completes it any more. */
  readonly reversing: boolean;
  readonly reserved: Reservation | null;
  readonly payload: StoredPayload;
}
