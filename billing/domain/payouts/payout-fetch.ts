import type { Millis, Seconds } from '../../values/time.ts';

/** The nightly fetch of the payouts of a gateway account. An account without one is not asked by itself. */
export interface PayoutFetch {
  readonly gateway_code: string;
  readonly next_at: Seconds;
  /** A process fetches them until then, by the system clock; null: none does. */
  readonly running_until_ms: Millis | null;
  /** Time of the latest fetch that ended; null before the first. */
  readonly fetched_at: Seconds | null;
  /** The references of the payouts whose lines the gateway did not tell then. */
  readonly left_out: readonly string[];
}
