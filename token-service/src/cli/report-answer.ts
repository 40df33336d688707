import {
  currencyOfValue,
  type MissingRate,
  type ReportColumn,
  type ReportDifference,
  type ReportRow,
  ReportSums,
} from '@service/billing/domain/reports/report.ts';
import type { ReportRun } from '@service/billing/domain/reports/report-run.ts';
import { missingRatesText } from '@service/billing/queries/reports/conversion.ts';
import { differencesOfReport, type OpenReport, PERIOD_NOT_OVER } from '@service/billing/queries/reports/open-report.ts';
import { amountText } from '@service/billing/values/money/money-text.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { reportCsv, reportJsonRow } from '../documents/csv/report-csv.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import type { Answer } from './command.ts';
import { inColumns } from './layout.ts';

export type ReportMember = 'report' | 'from' | 'to' | 'missing_rates' | 'rows' | 'differences' | 'run';

/** The members of a run in the background, as the command line prints them. */
export const RUN_MEMBERS = [
  ...(['id', 'report', 'from', 'to', 'filters', 'state', 'requested_by', 'created_at', 'started_at'] as const),
  ...(['ended_at', 'days', 'days_done', 'records_read', 'row_count', 'sha256', 'error'] as const),
];

/** Returns a run in the background, with moments as text. */
export const runJson = ({ from_day, to_day, created_at, started_at, ended_at, filters, ...run }: ReportRun) => ({
  ...{ id: run.id, report: run.report, from: from_day, to: to_day, filters: { ...filters }, state: run.state },
  ...{ requested_by: run.requested_by, created_at: isoTime(created_at) },
  started_at: started_at === null ? null : isoTime(started_at),
  ended_at: ended_at === null ? null : isoTime(ended_at),
  ...{ days: run.days, days_done: run.days_done, records_read: run.records_read },
  ...{ row_count: run.row_count, sha256: run.sha256, error: run.error },
});

/** Returns a report as a table, with the differences between it and the ledger. */
export const wholeReport = async (report: OpenReport, run: ReportRun | null = null): Promise<Answer<ReportMember>> => {
  const missing: MissingRate[] = [];
  const differences: ReportDifference[] = [];
  const rows = await Array.fromAsync(
    report.rows({
      onMissingRates: (lacking) => missing.push(...lacking),
      // A run that is done was compared with the ledger when it was made.
      onDifferences: (found) => differences.push(...found),
    }),
  );
  const agreement = report.isReconciled && differences.length === 0 && report.agreement ? [report.agreement] : [];
  return {
    text: [
      headingOf(report),
      tableOf(report.columns, rows),
      ...(report.isReturn && report.isCurrent ? [PERIOD_NOT_OVER] : []),
      ...returnSums(report, rows, missing.length > 0),
      ...agreement,
      ...differences.map(differenceText),
      ...(missing.length > 0 ? [notWhole(missing)] : []),
    ].join('\n\n'),
    json: {
      ...daysOf(report),
      missing_rates: missing.map((rate) => ({ ...rate })),
      rows: rows.map((row) => reportJsonRow(report.columns, row)),
      differences: differences.map((difference) => ({ ...difference })),
      run: run && runJson(run),
    },
    ...(missing.length > 0 || differences.length > 0 ? { status: 3 } : {}),
  };
};

/** Refuses the file of a return that lacks rates, before anything of it is written. */
const needRates = async (report: OpenReport): Promise<void> => {
  const missing: MissingRate[] = [];
  const rows = report.rows({ onMissingRates: (lacking) => missing.push(...lacking) });
  await rows.next();
  await rows.return(undefined);
  if (missing.length > 0) throw new OperatorTrouble(notWhole(missing));
};

/** Names the rates that a report lacks, and how to import them. */
const notWhole = (missing: readonly MissingRate[]): string =>
  `This report is not whole: do not file it. ${missingRatesText(missing)} On the command line: npm run exchange-rates -- import <subdomain> <file>`;

/** Writes the file as its rows are read; without it, says where a report differs from the ledger. */
export const csvFile = async (
  report: OpenReport,
  write: (part: string) => Promise<void>,
  run: ReportRun | null = null,
): Promise<Answer<ReportMember>> => {
  if (report.isReturn && !run) await needRates(report);
  const differences = report.isReconciled && !run ? await differencesOfReport(report) : [];
  const json = {
    ...daysOf(report),
    missing_rates: [],
    rows: [],
    differences: differences.map((difference) => ({ ...difference })),
    run: run && runJson(run),
  };
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
const returnSums = ({ columns }: OpenReport, rows: readonly ReportRow[], lacksRates: boolean): readonly string[] => {
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
    const without = lacksRates ? ', without the rows that lack a rate' : '';
    return text === '' ? [] : [`${PART_WORDS[part] ?? part}${without}. ${text}`];
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
