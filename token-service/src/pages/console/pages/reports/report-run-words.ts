import { actorName, type KeyNames } from '@service/billing/domain/audit-log/actor-name.ts';
import type { ReportRun } from '@service/billing/domain/reports/report-run.ts';
import { isReportName, REPORTS } from '@service/billing/queries/reports/reports.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { momentOf } from '../../parts/figures.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { consoleTable } from '../../parts/table.ts';
import type { ConsoleVisit } from '../../visit.ts';

export const RUNS_PATH = '/reports/runs';

export const reportRunPath = ({ id }: Pick<ReportRun, 'id'>): string => `${RUNS_PATH}/${id}`;

export const titleOfRun = ({ report }: Pick<ReportRun, 'report'>): string =>
  isReportName(report) ? REPORTS[report].title : report;

export const daysOfRun = ({ from_day, to_day }: Pick<ReportRun, 'from_day' | 'to_day'>): string =>
  from_day === to_day ? to_day : `${from_day} to ${to_day}`;

/** Returns who requested a run: the name of an operator or of an API key, or the words for the command line. */
export const requesterOf = ({ requested_by }: Pick<ReportRun, 'requested_by'>, names: KeyNames): string =>
  actorName(requested_by, names);

/** Returns how far a run is, in words: the days that it has reached, or the records that it has read. */
export const progressText = ({ days, days_done, records_read }: ReportRun): string => {
  const records = `${records_read.toLocaleString('en')} record${records_read === 1 ? '' : 's'} read`;
  return days_done === 0 ? records : `${days_done} of ${days} day${days === 1 ? '' : 's'}, ${records}`;
};

const outcomeOf = (run: ReportRun): string => {
  if (run.state === 'running') return progressText(run);
  if (run.state === 'failed') return run.error ?? '';
  return run.row_count === null ? '' : `${run.row_count.toLocaleString('en')} row${run.row_count === 1 ? '' : 's'}`;
};

/** The runs of a site, the latest first. */
export const runsTable = (visit: ConsoleVisit, runs: readonly ReportRun[], names: KeyNames): Markup =>
  consoleTable({
    caption: 'Reports in the background',
    rows: runs,
    href: (run) => `${visit.prefix}${reportRunPath(run)}`,
    empty: html`No report was made in the background in the last seven days. The page of a report offers it.`,
    columns: [
      { name: 'report', label: 'Report', cell: titleOfRun },
      { name: 'days', label: 'Days', cell: daysOfRun },
      { name: 'state', label: 'State', cell: ({ state }) => stateBadge('report_run', state) },
      { name: 'outcome', label: 'Outcome', cell: outcomeOf },
      { name: 'requested_by', label: 'Requested by', cell: (run) => requesterOf(run, names) },
      { name: 'created_at', label: 'Requested', cell: ({ created_at }) => momentOf(visit, created_at) },
    ],
  });
