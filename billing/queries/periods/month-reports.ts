import { lastDayOf } from '../../domain/periods/period.ts';
import type { ReportColumn } from '../../domain/reports/report.ts';
import type { Site } from '../../resources/site.ts';
import type { Seconds } from '../../values/time.ts';
import type { PinnedQueryDeps } from '../lists/site-query.ts';
import { type OpenReport, openReport } from '../reports/open-report.ts';
import { REPORT_NAMES, REPORTS, type ReportName } from '../reports/reports.ts';

/** The reports whose files make the snapshot of a month, in the order of their names. */
export const SNAPSHOT_REPORTS: readonly ReportName[] = REPORT_NAMES.filter(
  (name) => !('notInSnapshots' in REPORTS[name]),
).toSorted();

/** Returns a report of a month that is over: at its last day, or until then. */
export const reportOfMonth =
  (deps: PinnedQueryDeps) =>
  (caller: { readonly site: Site; readonly at: Seconds }, month: string, name: ReportName): Promise<OpenReport> =>
    openReport(deps)(caller, name, { to: lastDayOf(month) });

/**
 * Returns the columns that the snapshot has of a report. Names and VAT numbers of customers are left out, so that they
 * can be erased; the account code and the number of the invoice lead to them. So are values of today.
 */
export const snapshotColumns = ({ columns }: Pick<OpenReport, 'columns'>): readonly ReportColumn[] =>
  columns.filter(({ personal, ofToday }) => !personal && !ofToday);

/** Returns the name of the file of a report: `sales-2026-10.csv`. */
export const snapshotFileName = (month: string, report: string): string => `${report}-${month}.csv`;
