import type { DueItem } from '../../../domain/due/item.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import type { Seconds } from '../../../values/time.ts';

/** The registry's entry for one kind of due work. */
export interface DueEntry {
  /** Items due by a moment of the site's clock, oldest first. */
  next(records: Records, until: Seconds, limit: number): Promise<readonly Omit<DueItem, 'kind'>[]>;
  /**
   * Does the work as of `caller.at`: the moment at which the item was due, or the beginning of the first open month if
   * that of the item is closed meanwhile. Checks again inside its own transaction that the item is still due at
   * `item.at`, because another process may have done it. Throwing counts as a failed attempt.
   */
  run(caller: Caller, item: DueItem): Promise<void>;
}

/** One kind of due work, with its name. */
export interface DueKind extends DueEntry {
  readonly kind: string;
}
