import { Readable } from 'node:stream';
import { isOpenRun, type ReportRun } from '@service/billing/domain/reports/report-run.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { ALL_REPORT_FILTERS, MOST_REPORT_ROWS, reportWhere } from '@service/billing/queries/reports/open-report.ts';
import { listReportRuns, needReportRun, openRunResult } from '@service/billing/queries/reports/report-runs.ts';
import { report as reportResource } from '@service/billing/resources/report.ts';
import { reportRun } from '@service/billing/resources/report-run.ts';
import { cancelReportRun } from '@service/billing/usecases/reports/cancel-report-run.ts';
import { type ReportRunDeps, startReportRun } from '@service/billing/usecases/reports/start-report-run.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { reportCsv, reportJsonRow } from '../../../documents/csv/report-csv.ts';
import { reportFiles } from '../../../documents/csv/report-files.ts';
import { reportRunJson } from '../../../documents/csv/report-json.ts';
import { CSV, JSON_TYPE } from '../../../documents/xml/media-type.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { created, shown } from './answers.ts';
import { reportCells } from './reports.ts';

const RUNS = '/v2/reports/runs';
const RUN = `${RUNS}/:run_id`;

const viewOf = ({ from_day, to_day, filters, ...run }: ReportRun) => ({
  ...run,
  from: from_day,
  to: to_day,
  filters: Object.entries(filters).map(([name, value]) => ({ name, value })),
  isOpen: isOpenRun(run),
});

/** Reports that are made in the background, and their results. */
export const reportRunRoutes = (deps: ReportRunDeps): Endpoint[] => {
  const [start, cancel, need] = [startReportRun(deps), cancelReportRun(deps), needReportRun(deps)];
  const open = openRunResult({ storage: deps.storage, reportFiles });
  return [
    {
      name: 'start_report_run',
      method: 'POST',
      path: '/v2/reports/:report_name/runs',
      parameters: ['from', 'to', 'period', ...ALL_REPORT_FILTERS],
      async handle({ caller, params, query }) {
        const { from, to, period, ...where } = reportWhere(query);
        return created(reportRun, viewOf(await start(caller, params.report_name ?? '', { from, to, period, where })));
      },
    },
    {
      name: 'report_run',
      method: 'GET',
      path: RUN,
      handle: async ({ caller, params }) => shown(reportRun, viewOf(await need(caller, params.run_id ?? ''))),
    },
    {
      name: 'cancel_report_run',
      method: 'PUT',
      path: `${RUN}/cancel`,
      handle: async ({ caller, params }) => shown(reportRun, viewOf(await cancel(caller, params.run_id ?? ''))),
    },
    {
      name: 'report_run_result',
      method: 'GET',
      path: `${RUN}/result`,
      offers: [JSON_TYPE, CSV],
      async handle({ caller, params, accepts }) {
        const result = await open(caller, params.run_id ?? '');
        const { name, title: display_name, definition, from, to, isReconciled, columns } = result;
        if (accepts === CSV) return { is: 'printed', type: CSV, bytes: reportCsv(columns, result.rows()) };
        if (accepts === JSON_TYPE) {
          return { is: 'printed', type: JSON_TYPE, bytes: Readable.from(reportRunJson(result)) };
        }
        if ((result.run.row_count ?? 0) > MOST_REPORT_ROWS) {
          throw new Failure('precondition_failed', {
            what: `The result has more than ${MOST_REPORT_ROWS} rows. Ask for application/json or text/csv.`,
          });
        }
        const rows = await Array.fromAsync(result.rows(), (row) => reportCells(reportJsonRow(columns, row)));
        return shown(reportResource, {
          ...{ name, display_name, definition, from, to },
          ...{ agrees: isReconciled ? true : null, rows },
        });
      },
    },
  ];
};

export const reportRunLists = (deps: QueryDeps): [ListEndpoint<Readonly<Record<never, never>>>] => [
  {
    name: 'report_runs',
    path: RUNS,
    resource: reportRun,
    filter: async () => ({}),
    ...listed(listReportRuns(deps), viewOf),
    idOf: (record) => (record as unknown as ReportRun).id,
  },
];
