import { DAY, type Seconds } from '../../values/time.ts';

/** A period in which a gateway did not answer, or rejected every request. Moments are those of the site's clock. */
export interface GatewayOutage {
  readonly gateway_code: string;
  readonly since: Seconds;
  /** A code of `decline-codes.ts`, of the first operation that failed. */
  readonly error_code: string;
  /** Time of its first response; null: it has not responded, or failed again since. */
  readonly answered_at: Seconds | null;
  /** Time of the next check of whether the outage is over: soon after a response, else days after the last failure. */
  readonly check_at: Seconds;
  /** Whether the invoices that waited for it were made due at once when it answered. */
  readonly collections_resumed: boolean;
}

/** Seconds from the first answer to the check: unknown outcomes are looked up before anything is attempted again. */
export const CHECK_AFTER: Seconds = 120;

/**
 * Seconds from the last failure to the check: a gateway that nothing asks any more is not known to be out. Longer than
 * the three days between retries, so that they belong to one outage.
 */
export const FORGET_AFTER: Seconds = 4 * DAY;

/** Names the outage of payments that no gateway of the site takes. */
export const NO_GATEWAY = 'none';
