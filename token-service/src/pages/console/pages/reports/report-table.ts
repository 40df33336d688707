import type { ReportColumn, ReportRow, ReportSums } from '@service/billing/domain/reports/report.ts';
import type { OpenReport } from '@service/billing/queries/reports/open-report.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { moneyOf } from '../../parts/figures.ts';
import { consoleTable, type TableColumn } from '../../parts/table.ts';
import type { ConsoleVisit } from '../../visit.ts';
import { allReportRows } from './report-form.ts';
import { reportValue } from './report-links.ts';
import { reportMonthText, reportValueText } from './report-words.ts';

/** The rows of a report, each number with a link to the rows that it adds up. */
export const reportTable = (
  visit: ConsoleVisit,
  report: OpenReport,
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

const emptyWords = (visit: ConsoleVisit, report: OpenReport): Markup | string =>
  Object.keys(report.where).length > 0
    ? html`No row of these days has these values. ${allReportRows(visit, report)}`
    : `There is nothing to report: ${report.about === 'day' ? 'there was nothing by the end of this day' : 'nothing happened in these days'}.`;

const tableColumn = (visit: ConsoleVisit, report: OpenReport, column: ReportColumn): TableColumn<ReportRow> => {
  const { name, label, kind } = column;
  return {
    name,
    label,
    numeric: kind === 'cents' || kind === 'count' || kind === 'percent',
    whole: kind === 'day' || kind === 'month',
    cell(row) {
      if (name === 'month') return reportMonthText(row);
      const text = reportValueText(column, row[name] ?? null, String(row.currency));
      return reportValue(visit, report, column, row, text);
    },
  };
};

/** The sums of all rows of a report by currency. */
export const reportSums = (columns: readonly ReportColumn[], sums: ReportSums): Markup | string => {
  const amounts = columns.filter(
    ({ name, kind, overlaps, detail, unlessZero }) =>
      kind === 'cents' &&
      !overlaps &&
      !detail &&
      !(unlessZero && [...sums.of(name).values()].every((cents) => cents === 0)),
  );
  const currencies = [...new Set(amounts.flatMap(({ name }) => [...sums.of(name).keys()]))].sort();
  if (currencies.length === 0) return '';
  return html`<section>${consoleTable({
    caption: 'Sums by currency',
    rows: currencies,
    empty: '',
    columns: [
      { name: 'currency', label: 'Sum', cell: (currency) => currency },
      ...amounts.map(({ name, label, currency: ofColumn }) => ({
        name,
        label,
        numeric: true,
        cell: (currency: string) =>
          ofColumn !== undefined && ofColumn !== currency ? '' : moneyOf(sums.of(name).get(currency) ?? 0, currency),
      })),
    ],
  })}</section>`;
};
