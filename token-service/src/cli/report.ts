import {
  currencyOfValue,
  type ReportColumn,
  type ReportDifference,
  type ReportRow,
  ReportSums,
} from '@service/billing/domain/reports/report.ts';
import { needSite } from '@service/billing/engine/sites/on-site.ts';
import {
  differencesOfReport,
  type OpenReport,
  openReport,
  reportWhere,
} from '@service/billing/queries/reports/open-report.ts';
import { REPORTS } from '@service/billing/queries/reports/reports.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { amountText } from '@service/billing/values/money/money-text.ts';
import { reportCsv, reportJsonRow } from '../documents/csv/report-csv.ts';
import { type Answer, command, type OptionValues, type Tool, UsageError } from './command.ts';
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
        period: {
          value: '<period>',
          help: 'A quarter such as 2026-Q3, a month such as 2026-09 or a year, in place of --from and --to.',
        },
        plan: { value: '<code>', help: 'Only what is of this plan, in reports with plans.' },
        where: {
          value: '<column>=<value>',
          multiple: true,
          help: 'Only rows with this value, such as country=DE; – stands for none. Several have to be true together.',
        },
        csv: { help: 'Prints CSV (RFC 4180), with amounts in whole units and in cents.' },
      },
      members: ['report', 'from', 'to', 'rows', 'differences'],
      async run({ sites, storage, world, write }, [subdomain = '', name = ''], given) {
        const site = await needSite(sites, subdomain);
        const at = siteTime(site, world.clock);
        const report = await openReport({ storage })({ site, at }, name, askedOf(given));
        return given.csv === true ? csvFile(report, write) : wholeReport(report);
      },
    }),
  },
};

const askedOf = ({ from, to, period, plan, where }: OptionValues) => ({
  where: reportWhere([
    ...(Array.isArray(where) ? where : []).map(filterOf),
    ...(typeof plan === 'string' ? [['plan_code', plan] as const] : []),
  ]),
  ...(typeof from === 'string' ? { from } : {}),
  ...(typeof to === 'string' ? { to } : {}),
  ...(typeof period === 'string' ? { period } : {}),
});

/** Reads `country=DE`. Throws `Usage`. */
const filterOf = (typed: string): readonly [string, string] => {
  const [name = '', ...value] = typed.split('=');
  if (name === '' || value.length === 0) throw new UsageError(`--where takes <column>=<value>, not “${typed}”.`);
  return [name, value.join('=')];
};

const wholeReport = async (report: OpenReport): Promise<Answer<Member>> => {
  const rows = await Array.fromAsync(report.rows());
  const sums = new ReportSums(report.columns);
  for (const row of rows) sums.add(row);
  const differences = await report.differencesOf(sums);
  const agreement = report.isReconciled && differences.length === 0 && report.agreement ? [report.agreement] : [];
  return {
    text: [
      headingOf(report),
      tableOf(report.columns, rows),
      ...returnSums(report, rows),
      ...agreement,
      ...differences.map(differenceText),
    ].join('\n\n'),
    json: {
      ...daysOf(report),
      rows: rows.map((row) => reportJsonRow(report.columns, row)),
      differences: differences.map((difference) => ({ ...difference })),
    },
    ...(differences.length > 0 ? { status: 3 } : {}),
  };
};

/** Writes the file as its rows are read; without it, says where a report differs from the ledger. */
const csvFile = async (report: OpenReport, write: (part: string) => Promise<void>): Promise<Answer<Member>> => {
  const differences = report.isReconciled ? await differencesOfReport(report) : [];
  const json = { ...daysOf(report), rows: [], differences: differences.map((difference) => ({ ...difference })) };
  if (differences.length > 0) return { text: differences.map(differenceText).join('\n'), json, status: 3 };
  for await (const part of reportCsv(report.columns, report.rows())) await write(String(part));
  return { text: '', json };
};

const daysOf = ({ name, from, to }: OpenReport) => ({ report: name, from, to });

const headingOf = ({ title, about, from, to }: OpenReport): string =>
  about === 'day' ? `${title}, at the end of ${to}` : `${title}, ${from} to ${to}`;

const tableOf = (columns: readonly ReportColumn[], rows: readonly ReportRow[]): string =>
  rows.length === 0
    ? 'There is nothing to report.'
    : inColumns([columns.map(({ label }) => label.toUpperCase()), ...rows.map((row) => columns.map(cellOf(row)))]);

/** The sums of the amounts that a tax return wants: each part apart, then together. */
const returnSums = ({ columns }: OpenReport, rows: readonly ReportRow[]): readonly string[] => {
  const filed = columns.filter(({ currency }) => currency !== undefined);
  const sumsOf = (some: readonly ReportRow[]): string => {
    const sums = new ReportSums(columns);
    for (const row of some) sums.add(row);
    return filed
      .flatMap(({ name, label, currency = '' }) => {
        const sum = sums.of(name).get(currency);
        return sum === undefined ? [] : [`${label}: ${amountText(sum, currency)}.`];
      })
      .join(' ');
  };
  const parts = [...Map.groupBy(rows, ({ part }) => String(part))].flatMap(([part, some]) => {
    const text = sumsOf(some);
    return text === '' ? [] : [`${PART_WORDS[part] ?? part}. ${text}`];
  });
  return parts.length > 1 ? [...parts, `Together. ${sumsOf(rows)}`] : parts;
};

const PART_WORDS: Readonly<Record<string, string>> = { in_return: 'In the return', correction: 'Corrections' };

const cellOf =
  (row: ReportRow) =>
  (column: ReportColumn): string => {
    const { name, kind } = column;
    const value = row[name] ?? null;
    if (value === null) return '-';
    if (kind === 'cents') return amountText(Number(value), currencyOfValue(column, row));
    return kind === 'percent' ? `${value} %` : String(value);
  };

const differenceText = ({ what, currency, report_in_cents, ledger_in_cents }: ReportDifference): string =>
  `The report has ${amountText(report_in_cents, currency)} of ${what}, and the ledger ${amountText(ledger_in_cents, currency)}. Report this with the log of the day: the books are wrong, or the report is.`;

if (import.meta.main) await main(reportTool);
