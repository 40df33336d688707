import type { Records, Storage } from '@service/billing/ports/storage.ts';

/** Counts one record at a site, by the label of the site. */
export type Count = (site: string) => void;

/**
 * Returns the same storage with the records of its transactions decorated: what these put into the list is counted once
 * the transaction has committed.
 */
export const countingStorage = (
  storage: Storage,
  siteLabel: (siteId: string) => Promise<string>,
  decorate: (records: Records, counts: Count[]) => Records,
): Storage => ({
  of: storage.of,
  snapshot: storage.snapshot,
  async transaction(siteId, work, how) {
    let counts: Count[] = [];
    const value = await storage.transaction(
      siteId,
      (records) => {
        // The body may run again.
        counts = [];
        return work(decorate(records, counts));
      },
      how,
    );
    if (counts.length > 0) {
      const site = await siteLabel(siteId);
      for (const count of counts) count(site);
    }
    return value;
  },
});
