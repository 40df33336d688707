import { text as textOfStream } from 'node:stream/consumers';
import type { ReportRow } from '@service/billing/domain/reports/report.ts';
import { MOST_REPORT_ROWS, type OpenReport, openReport } from '@service/billing/queries/reports/reports.ts';
import type { QueryDeps } from '@service/billing/queries/site-query.ts';
import { report as reportResource } from '@service/billing/resources/report.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { csvStream } from '../../../documents/csv/csv-file.ts';
import { reportCsvColumns, reportCsvRows, reportJsonRow } from '../../../documents/csv/report-csv.ts';
import { CSV, JSON_TYPE } from '../../../documents/xml/media-type.ts';
import type { Endpoint, EndpointAnswer } from '../endpoint.ts';
import { shown } from './answers.ts';

/** The reports for finance, for programs: as XML, JSON or CSV. */
export const reportRoutes = (deps: QueryDeps): Endpoint[] => {
  const open = openReport(deps);
  return [
    {
      name: 'report',
      method: 'GET',
      path: '/v2/reports/:report_name',
      offers: [JSON_TYPE, CSV],
      parameters: ['from', 'to', 'plan_code'],
      async handle({ caller, params, query, accepts }) {
        const days = { from: query.get('from') ?? undefined, to: query.get('to') ?? undefined };
        const plan_code = query.get('plan_code');
        const report = open(caller, params.report_name ?? '', {
          ...days,
          ...(plan_code ? { where: { plan_code } } : {}),
        });
        const rows = await rowsOf(report);
        const differences = await report.differencesOf(rows);
        if (accepts === CSV) {
          // A file has no place to say so.
          if (differences.length > 0) throw new Failure('precondition_failed', { what: UNLIKE });
          return printedAsCsv(report, rows);
        }
        const { name, title: display_name, definition, from, to, columns, isReconciled } = report;
        const agrees = isReconciled ? differences.length === 0 : null;
        const values = rows.map((row) => reportJsonRow(columns, row));
        if (accepts === JSON_TYPE) {
          return printed(
            JSON_TYPE,
            JSON.stringify({ name, display_name, definition, from, to, agrees, differences, rows: values }),
          );
        }
        return shown(reportResource, { name, display_name, definition, from, to, agrees, rows: values.map(cellsOf) });
      },
    },
  ];
};

const UNLIKE =
  'The report and the ledger differ, so its file is not to be used. Ask for JSON, which lists the differences, and tell the operator of the service.';

/** Reads all rows. Throws `precondition_failed` for more than one answer may have. */
const rowsOf = async (report: OpenReport): Promise<readonly ReportRow[]> => {
  const rows: ReportRow[] = [];
  for await (const row of report.rows()) {
    if (rows.length === MOST_REPORT_ROWS) {
      throw new Failure('precondition_failed', {
        what: `The report has more than ${MOST_REPORT_ROWS} rows. Ask for fewer days, or use npm run report.`,
      });
    }
    rows.push(row);
  }
  return rows;
};

const cellsOf = (row: ReportRow) => ({
  cells: Object.entries(row).map(([name, value]) => ({ name, value: value === null ? null : String(value) })),
});

const printed = (type: string, text: string): EndpointAnswer => ({ is: 'printed', type, bytes: Buffer.from(text) });

const printedAsCsv = async ({ columns }: OpenReport, rows: readonly ReportRow[]): Promise<EndpointAnswer> =>
  printed(CSV, await textOfStream(csvStream(reportCsvColumns(columns), reportCsvRows(columns, rows))));
