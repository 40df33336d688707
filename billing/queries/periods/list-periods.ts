import {
  type AccountingPeriod,
  hasClosedBooks,
  monthAfter,
  monthBounds,
  monthOfMoment,
} from '../../domain/periods/period.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { Invalid } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import type { QueryDeps } from '../lists/site-query.ts';
import type { AskedMonth } from './checklist.ts';
import { SNAPSHOT_REPORTS } from './month-reports.ts';

/** `current`: the month is not over. `open`: it can be closed, in its order. */
export type ListedState = 'current' | 'open' | AccountingPeriod['state'];

export interface ListedPeriod {
  readonly month: string;
  readonly state: ListedState;
  /** Its closing; undefined where it has none, also for a month that was closed together with a later one. */
  readonly period: AccountingPeriod | undefined;
  /** The files of its snapshot that are made, and how many there will be. */
  readonly files: number;
  readonly all_files: number;
}

/** Returns a month such as `2026-10` in the time zone of a site. Throws `Invalid` for what is no month. */
export const needMonth = ({ time_zone }: Pick<Site, 'time_zone'>, month: string): AskedMonth => {
  const bounds = monthBounds(month, time_zone);
  if (!bounds) throw new Invalid([{ field: 'period.month', symbol: 'invalid', reason: 'not_a_month' }]);
  return { month, ...bounds };
};

const stateOf = (
  all: readonly AccountingPeriod[],
  { month, begins_at, ends_at }: AskedMonth,
  at: Seconds,
): Pick<ListedPeriod, 'state' | 'period'> => {
  const period = all.find((one) => one.month === month);
  const closedUntil = all.find(hasClosedBooks)?.ends_at ?? 0;
  const withLater = begins_at < closedUntil ? 'closed' : undefined;
  return { state: period?.state ?? withLater ?? (at < ends_at ? 'current' : 'open'), period };
};

const listed = async (
  { periods }: Records,
  { site, at }: At,
  all: readonly AccountingPeriod[],
  month: string,
): Promise<ListedPeriod> => {
  const found = stateOf(all, needMonth(site, month), at);
  const files = found.period ? (await periods.reports(month)).length : 0;
  return { month, ...found, files, all_files: SNAPSHOT_REPORTS.length };
};

interface At {
  readonly site: Site;
  readonly at: Seconds;
}

/** Returns a month with its state. Throws `Invalid` for what is no month. */
export const findPeriod =
  ({ storage }: QueryDeps) =>
  async (caller: At, month: string): Promise<ListedPeriod> => {
    needMonth(caller.site, month);
    const records = storage.of(caller.site.id);
    return listed(records, caller, await records.periods.all(), month);
  };

/** Returns the months from the first invoice of a site until now, the latest first. */
export const listPeriods =
  ({ storage }: QueryDeps) =>
  async (caller: At): Promise<readonly ListedPeriod[]> => {
    const { site, at } = caller;
    const records = storage.of(site.id);
    const [all, first = at] = await Promise.all([records.periods.all(), records.periods.firstInvoiceAt()]);
    const months: string[] = [];
    const last = monthOfMoment(at, site.time_zone);
    for (let month = monthOfMoment(first, site.time_zone); month <= last; month = monthAfter(month))
      months.unshift(month);
    return Promise.all(months.map((month) => listed(records, caller, all, month)));
  };
