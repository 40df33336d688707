import { expect, test } from 'vitest';
import type { Storage } from '../../ports/storage.ts';
import { boundedReading, LongReport } from './page-bound.ts';

const MONTH = { from: 0, to: 100 };

/** Storage whose pages of invoice lines are full, and whose other records are not read. */
const fullPages = {
  of: () => ({
    reports: {
      lines: async (_period: object, _after: undefined, limit: number) =>
        Array.from({ length: limit }, (_, n) => ({ invoiced_at: n })),
    },
    revenue: {},
    payouts: {},
  }),
} as unknown as Pick<Storage, 'of'>;

test('a report is stopped at the page with which it has read too much, also in two readings', async () => {
  const { reports } = boundedReading(fullPages, 10).of('site');
  expect(await reports.lines(MONTH, undefined, 6)).toHaveLength(6);
  expect(await reports.lines(MONTH, undefined, 4)).toHaveLength(4);
  await expect(reports.lines(MONTH, undefined, 1)).rejects.toThrow(LongReport);
});
