import type { SiteRecords } from './sites.ts';
import type { Records } from './storage.ts';

/** Changes sites and keys in one transaction with the event and the message that announce the change. */
export interface Administration {
  /**
   * `siteId` is the site that the records belong to; `work` may add that site. If `work` throws, everything is rolled
   * back.
   */
  transaction<T>(siteId: string, work: (sites: SiteRecords, records: Records) => Promise<T>): Promise<T>;
}
