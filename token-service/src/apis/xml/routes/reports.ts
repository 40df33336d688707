import { text as textOfStream } from 'node:stream/consumers';
import type { MissingRate, ReportDifference, ReportRow } from '@service/billing/domain/reports/report.ts';
import type { PinnedQueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { missingRatesText } from '@service/billing/queries/reports/conversion.ts';
import {
  ALL_REPORT_FILTERS,
  MOST_REPORT_ROWS,
  type OpenReport,
  openReport,
  type ReportReading,
  reportWhere,
  UNLIKE_LEDGER,
} from '@service/billing/queries/reports/open-report.ts';
import { report as reportResource } from '@service/billing/resources/report.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { reportCsv, reportJsonRow } from '../../../documents/csv/report-csv.ts';
import { CSV, JSON_TYPE } from '../../../documents/xml/media-type.ts';
import type { Endpoint, EndpointAnswer } from '../endpoint.ts';
import { shown } from './answers.ts';

/** The reports for finance, for programs: as XML, JSON or CSV. */
export const reportRoutes = (deps: PinnedQueryDeps): Endpoint[] => {
  const open = openReport(deps);
  return [
    {
      name: 'report',
      method: 'GET',
      path: '/v2/reports/:report_name',
      offers: [JSON_TYPE, CSV],
      parameters: ['from', 'to', 'period', ...ALL_REPORT_FILTERS],
      async handle({ caller, params, query, accepts }) {
        const { from: first, to: last, period, ...where } = reportWhere(query);
        const report = await open(caller, params.report_name ?? '', { from: first, to: last, period, where });
        // A program cannot overlook the status; a file, and XML, would be taken for whole.
        const missing: MissingRate[] = [];
        const differences: ReportDifference[] = [];
        const rows = await rowsOf(report, {
          ...(accepts === JSON_TYPE && { onMissingRates: (lacking) => missing.push(...lacking) }),
          onDifferences: (found) => differences.push(...found),
        });
        if (accepts === CSV) {
          // A file has no place to say so.
          if (differences.length > 0) throw new Failure('precondition_failed', { what: UNLIKE_LEDGER });
          return printedAsCsv(report, rows);
        }
        const { name, title: display_name, definition, from, to, columns, isReconciled } = report;
        const agrees = isReconciled ? differences.length === 0 : null;
        const values = rows.map((row) => reportJsonRow(columns, row));
        if (accepts === JSON_TYPE) {
          const lacking = {
            ...(missing.length > 0 && { symbol: 'precondition_failed', description: missingRatesText(missing) }),
            ...(report.isReturn && { missing_rates: missing }),
          };
          const json = { name, display_name, definition, from, to, agrees, differences, ...lacking, rows: values };
          return printed(JSON_TYPE, JSON.stringify(json), missing.length > 0);
        }
        return shown(reportResource, {
          name,
          display_name,
          definition,
          from,
          to,
          agrees,
          rows: values.map(reportCells),
        });
      },
    },
  ];
};

/** Reads all rows. Throws `precondition_failed` for more than one answer may have. */
const rowsOf = async (report: OpenReport, reading: ReportReading): Promise<readonly ReportRow[]> => {
  const rows: ReportRow[] = [];
  for await (const row of report.rows(reading)) {
    if (rows.length === MOST_REPORT_ROWS) {
      throw new Failure('precondition_failed', {
        what: `The report has more than ${MOST_REPORT_ROWS} rows. Ask for fewer days, or run it in the background: POST /v2/reports/${report.name}/runs with the same parameters.`,
      });
    }
    rows.push(row);
  }
  return rows;
};

/** Returns a row as the XML API shows it. */
export const reportCells = (row: ReportRow) => ({
  cells: Object.entries(row).map(([name, value]) => ({ name, value: value === null ? null : String(value) })),
});

const printed = (type: string, text: string, incomplete = false): EndpointAnswer => ({
  is: 'printed',
  type,
  bytes: Buffer.from(text),
  ...(incomplete && { incomplete }),
});

const printedAsCsv = async ({ columns }: OpenReport, rows: readonly ReportRow[]): Promise<EndpointAnswer> =>
  printed(CSV, await textOfStream(reportCsv(columns, rows)));
