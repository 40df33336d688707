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
import type { QueryDeps } from '../site-query.ts';
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

const listed = async (records: Records, site: Site, at: Seconds, month: string): Promise<ListedPeriod> => {
  const { begins_at, ends_at } = needMonth(site, month);
  const all = await records.periods.all();
  const period = all.find((one) => one.month === month);
  const closed_until = all.find(hasClosedBooks)?.ends_at ?? 0;
  const withLater = begins_at < closed_until ? 'closed' : undefined;
  return {
    month,
    state: period?.state ?? withLater ?? (at < ends_at ? 'current' : 'open'),
    period,
    files: period ? (await records.periods.reports(month)).length : 0,
    all_files: SNAPSHOT_REPORTS.length,
  };
};

/** Returns a month with its state. Throws `Invalid` for what is no month. */
export const findPeriod =
  ({ storage }: QueryDeps) =>
  ({ site, at }: { readonly site: Site; readonly at: Seconds }, month: string): Promise<ListedPeriod> =>
    listed(storage.of(site.id), site, at, month);

/** Returns the months from the first invoice of a site until now, the latest first. */
export const listPeriods =
  ({ storage }: QueryDeps) =>
  async ({ site, at }: { readonly site: Site; readonly at: Seconds }): Promise<readonly ListedPeriod[]> => {
    const records = storage.of(site.id);
    const first = (await records.periods.firstInvoiceAt()) ?? at;
    const months: ListedPeriod[] = [];
    const last = monthOfMoment(at, site.time_zone);
    for (let month = monthOfMoment(first, site.time_zone); month <= last; month = monthAfter(month)) {
      months.unshift(await listed(records, site, at, month));
    }
    return months;
  };
