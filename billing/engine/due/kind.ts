import type { Caller } from '../../caller.ts';
import type { DueItem } from '../../due/item.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../time.ts';

/** One kind of due work: an entry in the registry is all it takes. */
export interface DueKind {
  readonly kind: string;
  /** Items due until a moment of the site's clock, oldest first. */
  next(records: Records, until: Seconds, limit: number): Promise<readonly Omit<DueItem, 'kind'>[]>;
  /**
   * Does the work, as of `caller.at`, the moment the item was due. Judges again inside its own transaction whether it
   * is still due, because another process may have done it. What it throws is a failed attempt.
   */
  run(caller: Caller, item: DueItem): Promise<void>;
}
