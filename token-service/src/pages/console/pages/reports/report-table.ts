import type { ReportColumn, ReportRow } from '@service/billing/domain/reports/report.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { consoleTable, type TableColumn } from '../../parts/table.ts';
import type { ConsoleVisit } from '../../visit.ts';
import { allReportRows } from './report-form.ts';
import { reportValue, type ShownReport } from './report-links.ts';
import { reportCellText, reportMonthText } from './report-words.ts';

/** The rows of a report, each number with a link to the rows that it adds up. */
export const reportTable = (
  visit: ConsoleVisit,
  report: ShownReport,
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
): Markup =>
  html`<section>${consoleTable({
    caption: report.title,
    rows,
    dense: true,
    empty: emptyWords(visit, report),
    columns: columns
      .filter(({ name, detail, unlessZero }) => !detail && !(unlessZero && rows.every((row) => !row[name])))
      .map((column) => tableColumn(visit, report, column)),
  })}</section>`;

const emptyWords = (visit: ConsoleVisit, report: ShownReport): Markup | string =>
  Object.keys(report.where).length > 0
    ? html`No row of these days has these values. ${allReportRows(visit, report)}`
    : `There is nothing to report: ${report.about === 'day' ? 'there was nothing by the end of this day' : 'nothing happened in these days'}.`;

const tableColumn = (visit: ConsoleVisit, report: ShownReport, column: ReportColumn): TableColumn<ReportRow> => {
  const { name, label, kind } = column;
  return {
    name,
    label,
    numeric: kind === 'cents' || kind === 'count' || kind === 'percent',
    whole: kind === 'day' || kind === 'month',
    cell(row) {
      if (name === 'month') return reportMonthText(row);
      return reportValue(visit, report, column, row, reportCellText(column, row));
    },
  };
};
