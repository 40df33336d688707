import { describe, expect, it, test } from 'vitest';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import type { PinnedQueryDeps } from '../lists/site-query.ts';
import { endlessRecords } from './endless-records.fixture.ts';
import { openReport } from './open-report.ts';
import { boundedReading, LongReport } from './page-bound.ts';
import { REPORT_NAMES } from './reports.ts';

const MONTH = { from: 0, to: 100 };
const NOON = Date.parse('2026-11-30T12:00:00Z') / 1000;
const site = { id: 'site', time_zone: 'UTC' } as Site;

/** Records with few that are read at once, in which what is read a page at a time has no end. */
const records = endlessRecords(
  {
    reports: { giftCardsOwed: async () => new Map() },
    revenue: { customers: async () => new Map() },
    payouts: {},
    exchangeRates: { ofDay: async () => [] },
    periods: { all: async () => [] },
  } as unknown as Records,
  NOON - 86_400,
);
const endless: PinnedQueryDeps['storage'] = { of: () => records, snapshot: (read) => read(endless) };

test('a report is stopped at the page with which it has read too much, also in two readings', async () => {
  const { reports } = boundedReading(endless, 10).of('site');
  expect(await reports.lines(MONTH, undefined, 6)).toHaveLength(6);
  expect(await reports.lines(MONTH, undefined, 4)).toHaveLength(4);
  await expect(reports.lines(MONTH, undefined, 1)).rejects.toThrow(LongReport);
});

/** Has a row for each closed month. */
const SHORT = ['periods'];

describe('on a page, a report that reads without end is stopped:', () => {
  it.each(REPORT_NAMES.filter((name) => !SHORT.includes(name)))('%s', async (name) => {
    const report = await openReport({ storage: boundedReading(endless, 30_000) })({ site, at: NOON }, name, {});
    await expect(Array.fromAsync(report.rows())).rejects.toThrow(LongReport);
  });
});
