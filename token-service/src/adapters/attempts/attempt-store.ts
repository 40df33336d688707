import { HOUR_MS, type Millis } from '@service/billing/values/time.ts';

/** Milliseconds for which a declined attempt counts, unless its name says another window. */
export const WINDOW_MS = HOUR_MS;
/** Milliseconds for which a reservation counts whose process died. Longer than a gateway call takes. */
export const RESERVATION_LEASE_MS = 60_000;

/** A name under which attempts are counted, and the most declined ones in a window of this many milliseconds. */
export interface Counted {
  readonly name: string;
  readonly limit: number;
  readonly windowMs?: Millis;
}

/** The first name whose limit declined attempts fill. */
export interface FullLimit {
  readonly name: string;
  /** Milliseconds until declined attempts fill none of the limits that were asked for. */
  readonly waitMs: Millis;
}

export type StoreVerdict =
  | { readonly is: 'reserved' }
  | ({ readonly is: 'reached' } & FullLimit)
  /** The first name whose limit would be filled if the attempts under way were declined. */
  | { readonly is: 'busy'; readonly name: string };

/**
 * Counts declined attempts in a sliding window, and attempts under way. For each name, declined attempts and attempts
 * under way together never exceed its limit. Every operation is one atomic step for all names.
 */
export interface AttemptStore {
  /** Returns the limit that declined attempts fill, undefined if there is none. */
  reached(counted: readonly Counted[]): Promise<FullLimit | undefined>;
  /** Counts an attempt under all names, or under none. */
  reserve(id: string, counted: readonly Counted[]): Promise<StoreVerdict>;
  /** Ends a reservation. Returns the names whose limit this declined attempt has just filled. */
  settle(id: string, counted: readonly Counted[], declined: boolean): Promise<readonly string[]>;
}
