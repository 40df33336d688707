import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../values/time.ts';
import type { PinnedQueryDeps } from '../lists/site-query.ts';

/** A page of the records that a report is made of, or of those that it adds up. */
export interface ReadPage {
  readonly count: number;
  /** The moment of its last record; undefined for an empty page. */
  readonly until: Seconds | undefined;
}

/**
 * Returns the same storage, which calls `step` after each page that a report reads: to show how far it is, and to stop
 * it by throwing.
 */
export const steppedStorage = (
  { of, snapshot }: PinnedQueryDeps['storage'],
  step: (page: ReadPage) => Promise<void>,
): PinnedQueryDeps['storage'] => ({
  of: (siteId) => steppedRecords(of(siteId), step),
  snapshot: (read) => snapshot((pinned) => read({ of: (siteId) => steppedRecords(pinned.of(siteId), step) })),
});

const steppedRecords = (records: Records, step: (page: ReadPage) => Promise<void>): Records => {
  const { payouts, reports, revenue } = records;
  const watched =
    <Asked extends readonly unknown[], T>(read: (...asked: Asked) => Promise<T>, pageOf: (result: T) => ReadPage) =>
    async (...asked: Asked): Promise<T> => {
      const result = await read(...asked);
      await step(pageOf(result));
      return result;
    };
  const stepped = <Asked extends readonly unknown[], T>(
    read: (...asked: Asked) => Promise<readonly T[]>,
    at: (record: T) => Seconds,
  ) =>
    watched(read, (page) => {
      const last = page.at(-1);
      return { count: page.length, until: last && at(last) };
    });
  return {
    ...records,
    reports: {
      ...reports,
      lines: stepped(reports.lines, ({ invoiced_at }) => invoiced_at),
      revenueLines: stepped(reports.revenueLines, ({ invoiced_at }) => invoiced_at),
      postings: stepped(reports.postings, ({ at }) => at),
      attempts: stepped(reports.attempts, ({ created_at }) => created_at),
      owed: watched(reports.owed, ({ movements: count }) => ({ count, until: undefined })),
      open: watched(reports.open, ({ movements: count, last }) => ({ count, until: last?.created_at })),
      turnover: watched(reports.turnover, ({ records: count, until }) => ({ count, until })),
      dunnedInvoices: stepped(reports.dunnedInvoices, ({ created_at }) => created_at),
    },
    revenue: {
      ...revenue,
      movements: stepped(revenue.movements, ({ at }) => at),
      endedTrials: stepped(revenue.endedTrials, ({ ended_at }) => ended_at),
    },
    payouts: {
      ...payouts,
      dated: stepped(payouts.dated, ({ booked_at }) => booked_at),
      compared: stepped(payouts.compared, ({ booked_at }) => booked_at),
      unpaid: stepped(payouts.unpaid, ({ created_at }) => created_at),
    },
  };
};
