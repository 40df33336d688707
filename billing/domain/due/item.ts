import type { Millis, Seconds } from '../../values/time.ts';

/** Something that becomes due at a moment: a payment to settle, an invoice to collect, an abandoned payment intent. */
export interface DueItem {
  /** Names its entry in the registry of due work. */
  readonly kind: string;
  readonly id: string;
  /**
   * Items of one subject run one after the other, oldest first: an account's id, or the item's own where it has no
   * account.
   */
  readonly subject: string;
  /** Due time, on the site's clock. */
  readonly at: Seconds;
  /** Number of failures at this moment so far. */
  readonly failures: number;
}

export const FAILED_STATUSES = ['waiting', 'parked', 'dismissed'] as const;

export type FailedStatus = (typeof FAILED_STATUSES)[number];

/** A failed item, recorded until it succeeds or its record's moment changes. */
export interface FailedItem extends DueItem {
  /** `waiting` for the next attempt; `parked` and `dismissed` items are left alone until an operator retries them. */
  readonly status: FailedStatus;
  /** Reason of the failure, for the operator: a symbol or the error's message, without personal data. */
  readonly error: string;
  /** System clock, milliseconds. */
  readonly failed_at_ms: Millis;
  /** System clock, milliseconds. Null unless it is waiting. */
  readonly retry_at_ms: Millis | null;
}
