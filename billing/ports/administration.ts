import type { SiteRecords } from './sites.ts';
import type { Records } from './storage.ts';

/** Changes sites and keys together with what the change leaves behind: its event and its message. */
export interface Administration {
  /**
   * `siteId` is the site that the records belong to; it may be one that the work adds. What the work throws undoes
   * everything.
   */
  transaction<T>(siteId: string, work: (sites: SiteRecords, records: Records) => Promise<T>): Promise<T>;
}
