import type { Seconds } from '../../values/time.ts';

/** The recurring revenue of a subscription, as of the last movement. */
export interface SubscriptionMrr {
  /** The revenue by its terms, past due or not. */
  readonly in_cents: number;
  readonly plan_code: string;
  /** Whether it earns recurring revenue, which may be 0. */
  readonly live: boolean;
  /** Whether it ever did. */
  readonly began: boolean;
  /** Whether an invoice of it is past due, so that its revenue is not paid. */
  readonly past_due: boolean;
  /** Set while it is not billed again after a write-off: the end of the period that was written off. */
  readonly written_off_until?: Seconds | null;
  /** `recurringTerms` at that time. */
  readonly terms: string;
}
