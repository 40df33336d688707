import type { ReportColumn, ReportDifference, ReportRow } from '@service/billing/domain/reports/report.ts';
import {
  type OpenReport,
  openReport,
  REPORT_NAMES,
  REPORTS,
  type ReportName,
  WITHOUT_VALUE,
} from '@service/billing/queries/reports/reports.ts';
import type { QueryDeps } from '@service/billing/queries/site-query.ts';
import { Invalid } from '@service/billing/values/failure.ts';
import { sendCsvFile } from '../../../documents/csv/csv-file.ts';
import { reportCsvColumns, reportCsvRows } from '../../../documents/csv/report-csv.ts';
import { html, type Markup } from '../../../documents/html.ts';
import type { Form } from '../../../http/bodies/form.ts';
import { barChart } from '../parts/bar-chart.ts';
import { moneyOf } from '../parts/figures.ts';
import type { FilledForm } from '../parts/filled.ts';
import { customerPath, invoicePath } from '../parts/paths.ts';
import { showPage } from '../parts/shell.ts';
import { consoleTable, type TableColumn } from '../parts/table.ts';
import { type ConsoleRoute, problemsOf, queryOf, readingPage } from '../route.ts';
import { needFreshProof } from '../steps/fresh-proof.ts';
import { type ConsoleVisit, consoleVisitOf, may, needPermission, seesPersonalData } from '../visit.ts';

/** Rows that a page shows; the file has all of them. */
const MOST_ROWS = 500;

/** The pages of single reports, which are compared with the ledger, and their files. */
export const singleReportPage = (deps: QueryDeps): ConsoleRoute => {
  const open = openReport(deps);
  return readingPage('/reports/:name', 'report', 'reports.read', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const name = ctx.params.name ?? '';
    const values = queryOf(ctx);
    const { from, to, format } = values;
    const where = whereOf(name, values);
    const opened = asked(() => open(visit.caller, name, { from, to, where }));
    if ('problems' in opened) {
      const report = open(visit.caller, name, {});
      const filled = { values, problems: opened.problems };
      showPage(ctx, headOf(report), [definitionOf(report), daysForm(visit, report, filled, where)], 422);
      return;
    }
    const { report } = opened;
    const columns = report.columns.filter(({ personal }) => !personal || seesPersonalData(visit));
    if (format === 'csv') {
      needPermission(visit, 'exports.read');
      if (columns.some(({ personal }) => personal) && needFreshProof(ctx, visit)) return;
      const file = `${name}-${visit.site.subdomain}-${report.to}.csv`;
      sendCsvFile(ctx, file, reportCsvColumns(columns), reportCsvRows(columns, report.rows()));
      return;
    }
    const { rows, totals, more } = await shownRows(report, columns);
    const differences = more ? [] : await report.differencesOf(rows);
    showPage(ctx, headOf(report), [
      differences.length > 0 ? differencesOf(differences) : '',
      definitionOf(report),
      daysForm(visit, report, { values, problems: { fields: {} } }, where),
      filterOf(visit, report, where),
      ...chartsOf(report, rows),
      totalsOf(columns, totals),
      html`<section>${consoleTable({
        caption: report.title,
        rows,
        empty: 'There is nothing to report: nothing happened in these days.',
        columns: columns
          .filter(({ name, detail, unlessZero }) => !detail && !(unlessZero && rows.every((row) => row[name] === 0)))
          .map((column) => tableColumn(visit, report, column)),
      })}</section>`,
      more
        ? html`<p class="quiet">The first ${MOST_ROWS} rows are shown. The file has all of them, and the sums above are those of all.</p>`
        : report.isReconciled && differences.length === 0
          ? html`<p class="quiet">It agrees with the ledger.</p>`
          : '',
    ]);
  });
};

/** The list of reports. */
export const reportList = ({ prefix }: ConsoleVisit): Markup =>
  html`<section><h2>Books</h2>${consoleTable({
    caption: 'Reports',
    rows: REPORT_NAMES,
    href: (name) => `${prefix}/reports/${name}`,
    empty: '',
    columns: [
      { name: 'report', label: 'Report', cell: (name) => REPORTS[name].title },
      { name: 'summary', label: 'What it has', cell: (name) => REPORTS[name].summary },
    ],
  })}</section>`;

const headOf = ({ title, about, from, to }: OpenReport) => ({
  title,
  subtitle: about === 'day' ? `At the end of ${to}` : `${from} to ${to}`,
  back: { href: '/reports', label: 'Reports' },
});

const definitionOf = ({ definition }: OpenReport): Markup => html`<p class="quiet">${definition}</p>`;

/** Returns the filters of an address: columns of the report with text. */
const whereOf = (name: string, values: Form): Readonly<Record<string, string>> => {
  const columns = REPORT_NAMES.includes(name as ReportName) ? REPORTS[name as ReportName].columns : [];
  return Object.fromEntries(
    columns.flatMap(({ name: column, kind }) => {
      const value = values[column];
      return kind === 'text' && value ? [[column, value]] : [];
    }),
  );
};

/** Says which rows are shown, with a link to all of them. */
const filterOf = (
  visit: ConsoleVisit,
  report: OpenReport,
  where: Readonly<Record<string, string>>,
): Markup | string => {
  const words = Object.entries(where).map(([name, value]) => {
    const label = report.columns.find((column) => column.name === name)?.label ?? name;
    return value === WITHOUT_VALUE ? `without ${label.toLowerCase()}` : `${label.toLowerCase()} ${value}`;
  });
  const { name, from, to, about } = report;
  const query = new URLSearchParams({ ...(about === 'day' ? {} : { from }), to }).toString();
  return words.length === 0
    ? ''
    : html`<p>Only ${words.join(', ')}. <a href="${visit.prefix}/reports/${name}?${query}">All rows</a></p>`;
};

/** The columns that a row has in common with the lines that it adds up, by the report of these lines. */
const LINES_BY = {
  sales: ['country', 'state', 'currency', 'treatment'],
  schedules: ['revenue_gl_account_code', 'accounting_code', 'plan_code', 'currency'],
} as const;

/** The lines that a row adds up. */
const linesPath = ({ from, to }: OpenReport, name: keyof typeof LINES_BY, row: ReportRow): string => {
  const where = LINES_BY[name].map((column) => [column, String(row[column] ?? WITHOUT_VALUE)] as const);
  return `/reports/${name}?${new URLSearchParams({ from, to, ...Object.fromEntries(where) }).toString()}`;
};

/** Opens a report; days that cannot be read are said in its form. */
const asked = (open: () => OpenReport) => {
  try {
    return { report: open() };
  } catch (error) {
    const problems = error instanceof Invalid ? problemsOf(error) : undefined;
    if (problems) return { problems };
    throw error;
  }
};

/** A chart for each currency of the column that the report draws by month. */
const chartsOf = ({ title, columns, drawn }: OpenReport, rows: readonly ReportRow[]): readonly Markup[] => {
  const column = columns.find(({ name }) => name === drawn);
  if (!column) return [];
  const byCurrency = Map.groupBy(rows, ({ currency }) => String(currency));
  return [...byCurrency].map(([currency, some]) => {
    const bars = some.map((row) => {
      const value = Number(row[column.name]);
      const text = column.kind === 'cents' ? moneyOf(value, currency) : String(value);
      return { label: String(row.month), value, text };
    });
    return html`<section><h2>${column.label}, ${currency}: ${bars.at(-1)?.text ?? ''}</h2>${barChart({
      caption: `${title}, ${column.label.toLowerCase()} by month in ${currency}`,
      bars,
    })}</section>`;
  });
};

const daysForm = (
  visit: ConsoleVisit,
  { about, from, to, name, columns }: OpenReport,
  filled: FilledForm,
  where: Readonly<Record<string, string>>,
): Markup => {
  const days = { ...(about === 'day' ? {} : { from }), to };
  const query = new URLSearchParams({ ...where, ...days, format: 'csv' }).toString();
  return html`<form method="get" class="filters" action="${visit.prefix}/reports/${name}">
${filled.problems.form ? html`<p class="trouble" role="alert">${filled.problems.form}</p>` : ''}
${about === 'day' ? '' : dayField(filled, 'from', 'First day', from)}
${dayField(filled, 'to', about === 'day' ? 'Day' : 'Last day', to)}
${columns
  .filter(({ filters }) => filters)
  .map(
    ({ name: column, label }) =>
      html`<div class="filter"><label for="filter-${column}">${label}</label><input id="filter-${column}" name="${column}" value="${where[column] ?? ''}" placeholder="all"></div>`,
  )}
${Object.entries(where)
  .filter(([name]) => !columns.some((column) => column.name === name && column.filters))
  .map(
    ([column, value]) => html`<input type="hidden" name="${column}" value="${value}">`,
  )}<button type="submit">Show</button>${
    may(visit, 'exports.read')
      ? html` <a class="button" href="${visit.prefix}/reports/${name}?${query}" download>Download CSV</a>`
      : ''
  }</form>`;
};

const dayField = ({ values, problems }: FilledForm, name: string, label: string, day: string): Markup => {
  const problem = problems.fields[name];
  return html`<div class="filter"><label for="filter-${name}">${label}</label><input id="filter-${name}" name="${name}" type="date" value="${values[name] ?? day}"${problem ? html` aria-invalid="true"` : ''}></div>`;
};

interface ShownRows {
  readonly rows: readonly ReportRow[];
  /** Sums of all rows by currency and column. */
  readonly totals: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** There are more rows than a page shows. */
  readonly more: boolean;
}

const shownRows = async (report: OpenReport, columns: readonly ReportColumn[]): Promise<ShownRows> => {
  const rows: ReportRow[] = [];
  const totals = new Map<string, Map<string, number>>();
  const amounts = columns.filter(({ kind }) => kind === 'cents');
  let more = false;
  for await (const row of report.rows()) {
    if (rows.length < MOST_ROWS) rows.push(row);
    else more = true;
    const currency = String(row.currency);
    const sums = totals.get(currency) ?? new Map<string, number>();
    for (const { name } of amounts) sums.set(name, (sums.get(name) ?? 0) + Number(row[name] ?? 0));
    totals.set(currency, sums);
  }
  return { rows, totals, more };
};

const totalsOf = (columns: readonly ReportColumn[], totals: ShownRows['totals']): Markup | string => {
  const isEmpty = (name: string): boolean => [...totals.values()].every((sums) => !sums.get(name));
  const amounts = columns.filter(
    ({ name, kind, overlaps, unlessZero }) => kind === 'cents' && !overlaps && !(unlessZero && isEmpty(name)),
  );
  if (totals.size === 0 || amounts.length === 0) return '';
  return html`<section>${consoleTable({
    caption: 'Sums by currency',
    rows: [...totals].sort(([one], [other]) => one.localeCompare(other, 'en')),
    empty: '',
    columns: [
      { name: 'currency', label: 'Sum', cell: ([currency]) => currency },
      ...amounts.map(({ name, label }) => ({
        name,
        label,
        numeric: true,
        cell: ([currency, sums]: readonly [string, ReadonlyMap<string, number>]) =>
          moneyOf(sums.get(name) ?? 0, currency),
      })),
    ],
  })}</section>`;
};

const tableColumn = (
  visit: ConsoleVisit,
  report: OpenReport,
  { name, label, kind, opens }: ReportColumn,
): TableColumn<ReportRow> => ({
  name,
  label,
  numeric: kind === 'cents' || kind === 'count' || kind === 'percent',
  cell(row) {
    const value = row[name] ?? null;
    if (value === null) return WITHOUT_VALUE;
    if (kind === 'cents') return moneyOf(Number(value), String(row.currency));
    if (kind === 'percent') return `${value} %`;
    const path =
      opens === 'sales' || opens === 'schedules'
        ? linesPath(report, opens, row)
        : opens && (opens === 'customer' ? customerPath : invoicePath)(String(value));
    return path ? html`<a href="${visit.prefix}${path}">${value}</a>` : String(value).replaceAll('_', ' ');
  },
});

const differencesOf = (differences: readonly ReportDifference[]): Markup =>
  html`<div class="trouble" role="alert"><p>The report and the ledger differ. Do not use these numbers, and tell the operator of the service.</p><ul>${differences.map(
    ({ what, currency, report_in_cents, ledger_in_cents }) =>
      html`<li>${what}: ${moneyOf(report_in_cents, currency)} here, ${moneyOf(ledger_in_cents, currency)} in the ledger</li>`,
  )}</ul></div>`;
