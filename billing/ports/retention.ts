import type { Seconds } from '../values/time.ts';
import type { DueQuery } from './due.ts';

/** The records that a site can keep for a number of days only. */
export type Retained = 'events' | 'audit';

/** Records that a site keeps for a number of days. */
export interface RetentionRecords {
  /** The kinds of records of which some are older than the site keeps them: the id of an item is a `Retained`. */
  readonly expired: DueQuery;
  /** Deletes at most `limit` records from before a moment of the site's clock. Returns how many it deleted. */
  remove(what: Retained, before: Seconds, limit: number): Promise<number>;
}
