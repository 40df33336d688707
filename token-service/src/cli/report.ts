import type { ReportColumn, ReportDifference, ReportRow } from '@service/billing/domain/reports/report.ts';
import { needSite } from '@service/billing/engine/sites/on-site.ts';
import { type OpenReport, openReport, REPORTS } from '@service/billing/queries/reports/reports.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { amountText } from '@service/billing/values/money/money-text.ts';
import { csvStream } from '../documents/csv/csv-file.ts';
import { reportCsvColumns, reportCsvRows, reportJsonRow } from '../documents/csv/report-csv.ts';
import { type Answer, command, type OptionValues, type Tool } from './command.ts';
import { inColumns } from './layout.ts';
import { main } from './tool.ts';

type Member = 'report' | 'from' | 'to' | 'rows' | 'differences';

export const reportTool: Tool = {
  name: 'report',
  does: 'Reports for finance, which agree with the ledger.',
  about: `The reports, each with what its numbers are:

${Object.entries(REPORTS)
  .map(([name, { definition }]) => `${name}: ${definition}`)
  .join('\n\n')}`,
  notes: `Days are those of the time zone of the site, both included. Reports of the ledger are compared with it; where they differ,
the differences are listed and the exit status is 3.`,
  commands: {
    '': command({
      takes: ['subdomain', 'report'],
      does: 'Prints a report as a table, or as CSV with --csv.',
      example: 'demo tax --from 2026-11-01 --to 2026-11-30',
      options: {
        from: { value: '<day>', help: 'The first day: that of the month of the last day, unless given.' },
        to: { value: '<day>', help: 'The last day, or the day of a report about one day: today, unless given.' },
        plan: { value: '<code>', help: 'Only what is of this plan, in reports with plans: mrr and sales.' },
        csv: { help: 'Prints CSV, with amounts in whole units and in cents.' },
      },
      members: ['report', 'from', 'to', 'rows', 'differences'],
      async run({ sites, storage, world, say }, [subdomain = '', name = ''], given) {
        const site = await needSite(sites, subdomain);
        const at = siteTime(site, world.clock);
        const report = openReport({ storage })({ site, at }, name, askedOf(given));
        if (given.csv !== true) return wholeReport(report);
        return printedCsv(report, say);
      },
    }),
  },
};

const askedOf = ({ from, to, plan }: OptionValues) => ({
  ...(typeof plan === 'string' ? { where: { plan_code: plan } } : {}),
  ...(typeof from === 'string' ? { from } : {}),
  ...(typeof to === 'string' ? { to } : {}),
});

const wholeReport = async (report: OpenReport): Promise<Answer<Member>> => {
  const rows = await Array.fromAsync(report.rows());
  const differences = await report.differencesOf(rows);
  return {
    text: [headingOf(report), tableOf(report.columns, rows), ...differences.map(differenceText)].join('\n\n'),
    json: {
      report: report.name,
      from: report.from,
      to: report.to,
      rows: rows.map((row) => reportJsonRow(report.columns, row)),
      differences: differences.map((difference) => ({ ...difference })),
    },
    ...(differences.length > 0 ? { status: 3 } : {}),
  };
};

/** Prints the lines of the file as they are read; the last one is the text of the answer. */
const printedCsv = async (report: OpenReport, say: (line: string) => void): Promise<Answer<Member>> => {
  const { name, from, to, columns, isReconciled } = report;
  // A report that is compared with the ledger has few rows.
  const rows = isReconciled ? await Array.fromAsync(report.rows()) : report.rows();
  const differences = Array.isArray(rows) ? await report.differencesOf(rows) : [];
  const lines: string[] = [];
  let unfinished = '';
  for await (const part of csvStream(reportCsvColumns(columns), reportCsvRows(columns, rows))) {
    lines.push(...`${unfinished}${String(part)}`.split('\r\n'));
    unfinished = lines.pop() ?? '';
    while (lines.length > 1) say(lines.shift() ?? '');
  }
  return {
    text: [...lines, ...differences.map(differenceText)].join('\n'),
    json: { report: name, from, to, rows: [], differences: differences.map((difference) => ({ ...difference })) },
    ...(differences.length > 0 ? { status: 3 } : {}),
  };
};

const headingOf = ({ title, about, from, to }: OpenReport): string =>
  about === 'day' ? `${title}, at the end of ${to}` : `${title}, ${from} to ${to}`;

const tableOf = (columns: readonly ReportColumn[], rows: readonly ReportRow[]): string =>
  rows.length === 0
    ? 'There is nothing to report.'
    : inColumns([columns.map(({ label }) => label.toUpperCase()), ...rows.map((row) => columns.map(cellOf(row)))]);

const cellOf =
  (row: ReportRow) =>
  ({ name, kind }: ReportColumn): string => {
    const value = row[name] ?? null;
    if (value === null) return '-';
    if (kind === 'cents') return amountText(Number(value), String(row.currency));
    return kind === 'percent' ? `${value} %` : String(value);
  };

const differenceText = ({ what, currency, report_in_cents, ledger_in_cents }: ReportDifference): string =>
  `The report has ${amountText(report_in_cents, currency)} of ${what}, and the ledger ${amountText(ledger_in_cents, currency)}. Report this with the log of the day: the books are wrong, or the report is.`;

if (import.meta.main) await main(reportTool);
