import type { ReportRow } from '@service/billing/domain/reports/report.ts';
import type { OpenReport } from '@service/billing/queries/reports/open-report.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { barChart } from '../../parts/bar-chart.ts';
import { reportMonthText, reportValueText } from './report-words.ts';

/** A chart for each currency of the column that the report draws by month. */
export const reportCharts = ({ title, columns, drawn }: OpenReport, rows: readonly ReportRow[]): readonly Markup[] => {
  const column = columns.find(({ name }) => name === drawn);
  if (!column) return [];
  return [...Map.groupBy(rows, ({ currency }) => String(currency))].map(([currency, some]) => {
    const bars = some.map((row) => {
      const value = Number(row[column.name]);
      return { label: reportMonthText(row), value, text: reportValueText(column, value, currency) };
    });
    return html`<section><h2>${column.label}, ${currency}: ${bars.at(-1)?.text ?? ''}</h2>${barChart({
      caption: `${title}, ${column.label.toLowerCase()} by month in ${currency}`,
      bars,
    })}</section>`;
  });
};
