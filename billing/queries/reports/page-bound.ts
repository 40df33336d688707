import type { PinnedQueryDeps } from '../lists/site-query.ts';
import { steppedStorage } from './stepped-records.ts';

/** Records that a report may read while a page waits for it: some seconds, on a usual machine. */
export const MOST_PAGE_RECORDS = 250_000;

/** A report reads more records than a page should wait for. */
export class LongReport extends Error {}

/** Returns storage for one report, which throws `LongReport` once that has read more than `most` records. */
export const boundedReading = (
  storage: PinnedQueryDeps['storage'],
  most = MOST_PAGE_RECORDS,
): PinnedQueryDeps['storage'] => {
  let read = 0;
  return steppedStorage(storage, async ({ count }) => {
    read += count;
    if (read > most) throw new LongReport('The report reads too many records for a page.');
  });
};
