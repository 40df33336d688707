import type { Millis, Seconds } from '../../values/time.ts';
import { FAILED_STATUSES, type FailedStatus } from './item.ts';

/**
 * The state of due work in a list. `postponed`: it waits for a gateway; `late`: no worker has begun it; `ending`: an
 * outage whose gateway has answered.
 */
export type WorkStatus = FailedStatus | 'postponed' | 'late' | 'ending';

export const WORK_STATUSES: readonly WorkStatus[] = [...FAILED_STATUSES, 'postponed', 'late', 'ending'];

/** Due work, or the outage of a gateway, as lists show it. */
export interface ListedWork {
  /** The subdomain of its site. */
  readonly site: string;
  /** The account that is its subject; null where it has another subject. */
  readonly account_code: string | null;
  /** Due time, or the beginning of the outage, on the site's clock. */
  readonly at: Seconds;
  /** A kind of due work, or `gateway_outage`. */
  readonly kind: string;
  /** The id of the item, or the code of the gateway. */
  readonly id: string;
  readonly status: WorkStatus;
  /** Null where nothing is attempted. */
  readonly failures: number | null;
  /** The next attempt of failed work, on the system clock. */
  readonly retry_at_ms: Millis | null;
  /** The next attempt of a postponed collection, on the site's clock. */
  readonly next_at: Seconds | null;
  /** The reason, as a sentence or a symbol. */
  readonly error: string;
}
