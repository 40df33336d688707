/** What is scarce and kept for a sale until it ends: taken in the transaction that records the intent, given back when it fails. */
export interface Reservation {
  /** Keys of coupons that count one redemption more. */
  readonly coupons: readonly string[];
  /** Keys of unique codes. */
  readonly codes: readonly string[];
  /** Keys of gift cards. */
  readonly gift_cards: readonly string[];
}

/** A call to a gateway that was decided on and whose outcome is not recorded yet (DESIGN section 6). */
export interface Intent {
  readonly id: string;
  /** An `authorization` waits for its capture; the others for the answer of a gateway. */
  readonly kind: 'verify' | 'payment' | 'refund' | 'authorization';
  /** Whose money moves: an account's id, or its code while it is not there yet. One open intent for each. */
  readonly subject: string;
  /** The idempotency key the gateway is called with. */
  readonly gateway_key: string;
  readonly gateway_code: string;
  readonly correlation: string;
  /** Milliseconds, by the system's clock; an authorization's by the site's. Until then it belongs to whoever opened it. */
  readonly leased_until: number;
  readonly reserved: Reservation | null;
  /** The priced request of an authorization, to be recorded when it is captured. */
  readonly sale: unknown;
}
