import type { Seconds } from '../values/time.ts';
import type { DueQuery } from './due.ts';

/** What a site may keep for a number of days only, with the setting that says for how many. */
export type Retained = 'events' | 'audit';

/** Records that a site keeps for a number of days. */
export interface RetentionRecords {
  /** What has records that are older than the site keeps them: the id of an item is a `Retained`. */
  readonly expired: DueQuery;
  /** Deletes at most `limit` records from before a moment of the site's clock. Returns how many it deleted. */
  remove(what: Retained, before: Seconds, limit: number): Promise<number>;
}
