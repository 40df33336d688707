import type { MissingRate, ReportDifference, ReportRow } from '@service/billing/domain/reports/report.ts';
import type { PinnedQueryDeps } from '@service/billing/queries/lists/site-query.ts';
import {
  type OpenReport,
  openReport,
  PERIOD_NOT_OVER,
  reportWhere,
} from '@service/billing/queries/reports/open-report.ts';
import { boundedReading, LongReport, MOST_PAGE_RECORDS } from '@service/billing/queries/reports/page-bound.ts';
import { REPORT_GROUPS } from '@service/billing/queries/reports/report-definition.ts';
import { REPORT_NAMES, REPORTS, type ReportName } from '@service/billing/queries/reports/reports.ts';
import { Invalid } from '@service/billing/values/failure.ts';
import { sendCsv } from '../../../../documents/csv/csv-file.ts';
import { reportCsv } from '../../../../documents/csv/report-csv.ts';
import { reportFileName } from '../../../../documents/csv/report-file-name.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { fieldsOf } from '../../../../http/query.ts';
import { backToReport } from '../../parts/back-to-report.ts';
import { moneyOf } from '../../parts/figures.ts';
import { actionLink } from '../../parts/form.ts';
import { ledgerName, withLedgerNames } from '../../parts/ledger-names.ts';
import { showPage } from '../../parts/shell.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleRoute, problemsOf, queryOf, readingPage } from '../../route.ts';
import { needFreshProofForFile } from '../../steps/fresh-proof.ts';
import { type ConsoleVisit, consoleVisitOf, may, needPermission, seesPersonalData } from '../../visit.ts';
import { missingRates } from './missing-rates.ts';
import { reportCharts } from './report-chart.ts';
import { reportFilterNotice, reportForm } from './report-form.ts';
import { reportGrids } from './report-grid.ts';
import type { ShownReport } from './report-links.ts';
import { reportSums, ShownSums } from './report-sums.ts';
import { reportTable } from './report-table.ts';

/** Rows that a page shows; the file has all of them. */
const MOST_ROWS = 500;

/** The pages of single reports, which are compared with the ledger, and their files. */
export const singleReportPage = (deps: PinnedQueryDeps): ConsoleRoute => {
  const open = openReport(deps);
  return readingPage('/reports/:name', 'report', 'reports.read', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const name = ctx.params.name ?? '';
    const values = queryOf(ctx);
    const { from, to, period, format } = values;
    const back = backToReport(ctx.querystring)?.href;
    // A file is written as it is read.
    const reading = format === 'csv' ? open : openReport({ storage: boundedReading(deps.storage) });
    const opened = await asked(async () =>
      reading(visit.caller, name, { from, to, period, where: reportWhere(filtersOf(ctx.querystring)) }),
    );
    if ('problems' in opened) {
      const report = { ...(await open(visit.caller, name, {})), back };
      const form = reportForm(visit, report, { values, problems: opened.problems }, REFUSED);
      showPage(ctx, headOf(visit, report), [definitionOf(report), form], 422);
      return;
    }
    const report: ShownReport = { ...opened.report, back };
    const filled = { values, problems: { fields: {} } };
    const columns = report.columns.filter(({ personal }) => !personal || seesPersonalData(visit));
    const isFile = format === 'csv';
    if (isFile) {
      needPermission(visit, 'exports.read');
      if (columns.some(({ personal }) => personal) && needFreshProofForFile(ctx, visit)) return;
      if (!report.isReturn) {
        sendCsv(ctx, reportFileName(report, visit.site.subdomain), reportCsv(columns, report.rows()));
        return;
      }
    }
    const read = await readable(() => shownRows(report));
    if (read === 'long') {
      // The file of a return is written once all of it is known to have its rates.
      const form = reportForm(visit, report, filled, { file: !report.isReturn, run: true });
      showPage(ctx, headOf(visit, report), [definitionOf(report), form, longReport(visit)]);
      return;
    }
    const { rows, sums, more, missing, differences } = read;
    const isWhole = missing.length === 0;
    if (isFile && isWhole) {
      sendCsv(ctx, reportFileName(report, visit.site.subdomain), reportCsv(columns, report.rows()));
      return;
    }
    const grids = more ? [] : reportGrids(visit, report, columns, rows);
    const table = reportTable(visit, report, columns, rows);
    const content = [
      differences.length > 0 ? differencesOf(differences) : '',
      missingRates(visit, report, missing),
      report.isReturn && report.isCurrent ? html`<p class="trouble">${PERIOD_NOT_OVER}</p>` : '',
      definitionOf(report),
      agreementOf(report, differences),
      reportForm(visit, report, filled, { file: isWhole, run: isWhole && differences.length === 0 }),
      reportFilterNotice(visit, report),
      ...reportCharts(report, rows),
      ...reportSums(visit, report, columns, sums, missing.length > 0),
      ...grids,
      grids.length > 0 ? html`<details class="panel"><summary>Show as a list</summary>${table}</details>` : table,
      more
        ? html`<p class="quiet">The first ${MOST_ROWS} rows are shown. The file has all of them, and the sums above are those of all.</p>`
        : '',
    ];
    showPage(ctx, headOf(visit, report), content, isFile ? 422 : 200);
  });
};

/** A report that cannot be made offers nothing. */
const REFUSED = { file: false, run: false };

/** The parameters of an address that are no filters. */
const OTHERS: readonly string[] = ['from', 'to', 'period', 'format', 'back', 'notice'];

const filtersOf = (query: string): (readonly [string, string])[] =>
  [...fieldsOf(query)].filter(([name]) => !OTHERS.includes(name)).map(([name, value]) => [name, value.trim()]);

/** The list of reports, by group. */
export const reportList = (visit: ConsoleVisit): readonly Markup[] =>
  Object.entries(REPORT_GROUPS).map(([group, title]) =>
    groupOf(
      visit,
      title,
      REPORT_NAMES.filter((name) => REPORTS[name].group === group),
    ),
  );

const groupOf = ({ prefix }: ConsoleVisit, title: string, names: readonly ReportName[]): Markup =>
  html`<section><h2>${title}</h2>${consoleTable({
    caption: `Reports: ${title.toLowerCase()}`,
    rows: names,
    href: (name) => `${prefix}/reports/${name}`,
    empty: '',
    columns: [
      { name: 'report', label: 'Report', cell: (name) => REPORTS[name].title },
      { name: 'summary', label: 'What it has', cell: (name) => REPORTS[name].summary },
    ],
  })}</section>`;

const headOf = (visit: ConsoleVisit, { name, title, about, from, to }: OpenReport) => ({
  title,
  actions: name === 'payouts' || name === 'reconciliation' ? [actionLink(visit, '/payouts', 'Payouts')] : [],
  subtitle: about === 'day' ? `At the end of ${to}` : `${from} to ${to}`,
  back: { href: '/reports', label: 'Reports' },
});

const definitionOf = ({ definition }: OpenReport): Markup =>
  html`<details class="fold"><summary>Definition</summary><p class="quiet">${withLedgerNames(definition)}</p></details>`;

/** Says what agrees with the ledger, or that a part of the rows is not compared with it. */
const agreementOf = (
  { agreement, isReconciled }: OpenReport,
  differences: readonly ReportDifference[],
): Markup | string => {
  if (!agreement || differences.length > 0) return '';
  return isReconciled
    ? html`<p class="agrees">${withLedgerNames(agreement)}</p>`
    : html`<p class="quiet">The report is compared with the ledger only while all of its rows are shown.</p>`;
};

/** Opens a report; what cannot be asked for is said in its form. */
const asked = async (opening: () => Promise<OpenReport>) => {
  try {
    return { report: await opening() };
  } catch (error) {
    const problems = error instanceof Invalid ? problemsOf(error) : undefined;
    if (problems) return { problems };
    throw error;
  }
};

/** Reads the rows of a report, unless they are too many for a page. */
const readable = async (reading: () => Promise<ShownRows>): Promise<ShownRows | 'long'> => {
  try {
    return await reading();
  } catch (error) {
    if (error instanceof LongReport) return 'long';
    throw error;
  }
};

/** Says what to do with a report that reads too much for a page. */
const longReport = (visit: ConsoleVisit): Markup =>
  html`<section class="panel"><h2>A long report</h2><p>The report reads more than ${MOST_PAGE_RECORDS.toLocaleString('en')} records, which takes longer than a page should. Choose fewer days${
    may(visit, 'reports.run')
      ? ', or run it in the background with the button above: it shows how far it is, and keeps the result for you'
      : ''
  }.</p></section>`;

interface ShownRows {
  readonly rows: readonly ReportRow[];
  /** Sums of all rows. */
  readonly sums: ShownSums;
  /** There are more rows than a page shows. */
  readonly more: boolean;
  /** Exchange rates that some of the rows need and that are not stored. */
  readonly missing: readonly MissingRate[];
  /** The differences between the report and the ledger. */
  readonly differences: readonly ReportDifference[];
}

const shownRows = async (report: OpenReport): Promise<ShownRows> => {
  const rows: ReportRow[] = [];
  const sums = new ShownSums(report);
  const missing: MissingRate[] = [];
  const differences: ReportDifference[] = [];
  let more = false;
  const read = report.rows({
    onMissingRates: (lacking) => missing.push(...lacking),
    onDifferences: (found) => differences.push(...found),
  });
  for await (const row of read) {
    if (rows.length < MOST_ROWS) rows.push(row);
    else more = true;
    sums.add(row);
  }
  return { rows, sums, more, missing, differences };
};

const differencesOf = (differences: readonly ReportDifference[]): Markup =>
  html`<div class="trouble" role="alert"><p>The report and the ledger differ. Do not use these numbers, and tell the operator of the service.</p><ul>${differences.map(
    ({ what, currency, report_in_cents, ledger_in_cents }) =>
      html`<li>${ledgerName(what)}: ${moneyOf(report_in_cents, currency)} here, ${moneyOf(ledger_in_cents, currency)} in the ledger</li>`,
  )}</ul></div>`;
