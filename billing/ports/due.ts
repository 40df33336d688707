import type { ClockProgress } from '../domain/due/clock-progress.ts';
import type { DueItem, FailedItem, FailedStatus } from '../domain/due/item.ts';
import type { Millis, Seconds } from '../values/time.ts';

/**
 * Items of one kind that are due by a moment, oldest first, except those waiting after a failure and those whose
 * subject is claimed.
 */
export type DueQuery = (until: Seconds, limit: number) => Promise<readonly Omit<DueItem, 'kind'>[]>;

/** Claims and failures of due work. Leases and attempts are measured by the system clock, in milliseconds. */
export interface DueRecords {
  /** Claims subjects for this worker until a moment; returns those that no other worker holds. */
  claim(subjects: readonly string[], until: Millis): Promise<readonly string[]>;
  /** Subjects that a worker claimed and did not release in time, because it died. */
  expiredClaims(): Promise<readonly string[]>;
  /** Releases those claims of these subjects that end at this moment. */
  release(subjects: readonly string[], until: Millis): Promise<void>;
  /** Whether a worker holds a claim. */
  busy(): Promise<boolean>;
  /**
   * Items of every kind that are due by a moment of the site's clock, the longest overdue first, except those waiting
   * after a failure and those whose subject is claimed. `kind`: only items of this kind.
   */
  overdue(until: Seconds, limit: number, kind?: string): Promise<readonly DueItem[]>;
  /** Records a failure in place of an earlier one of the same item. */
  fail(item: FailedItem): Promise<void>;
  /** Deletes the failures of an item. False when there are none. */
  clear(kind: string, id: string): Promise<boolean>;
  /** Deletes the failures of items that are no longer due at the moment they failed at. */
  removeStale(): Promise<void>;
  find(kind: string, id: string): Promise<FailedItem | undefined>;
  /** Failed items, the longest overdue first; of every status and kind unless some are given. */
  failed(limit: number, statuses?: readonly FailedStatus[], kind?: string): Promise<readonly FailedItem[]>;
  /** Returns the time of the next retry among the waiting items. */
  nextRetry(): Promise<Millis | undefined>;
  /** Returns the progress of due work since the clock of a sandbox site was moved; undefined while it never was. */
  clockProgress(): Promise<ClockProgress | undefined>;
  /** Starts a move of the clock, which then has this offset; one in progress continues to the new moment. */
  startClockMove(from: Seconds, to: Seconds, clockOffset: Seconds): Promise<void>;
  /** Ends the current move of the clock at an earlier moment, with this offset. */
  cutClockMove(to: Seconds, clockOffset: Seconds): Promise<void>;
  /** Records the progress of the current move of the clock, and how many more items have run. */
  advanceClockMove(reached: Seconds, items: number): Promise<void>;
  /** Wakes the workers once the transaction has committed, because something in it is due at once. */
  wake(): void;
}
