import type { Seconds } from '@service/billing/values/time.ts';

/** At most `most` hits in any `seconds` seconds. */
export interface Limit {
  readonly most: number;
  readonly seconds: Seconds;
}

/** The state of a window after a hit. */
export interface WindowUsage {
  /** False when the window was full and the hit would have counted. */
  readonly allowed: boolean;
  /** Hits in the window. */
  readonly used: number;
  /** Seconds until the oldest hit leaves the window, for `Retry-After`; 0 when the window is empty. */
  readonly wait: Seconds;
  /** Seconds until the window is empty if nothing more is counted. */
  readonly reset: Seconds;
}

/**
 * Sliding windows by name, in buckets of one second. A hit leaves its window `seconds` after the second in which it was
 * counted. Windows run on elapsed time: setting the machine's clock forward or back neither empties a window nor
 * freezes it.
 */
export interface RateLimiter {
  /** Counts a hit on `name` unless its window is full. With `counts` false it only looks. */
  hit(name: string, limit: Limit, counts?: boolean): Promise<WindowUsage>;
}

/** Counts and rejects nothing (`RATE_LIMIT=off`). */
export const noLimits: RateLimiter = { hit: async () => ({ allowed: true, used: 0, wait: 0, reset: 0 }) };
