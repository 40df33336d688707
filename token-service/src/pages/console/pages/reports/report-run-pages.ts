import { Readable } from 'node:stream';
import type { KeyNames } from '@service/billing/domain/audit-log/actor-name.ts';
import { isOpenRun, REPORT_RUN_DAYS, type ReportRun } from '@service/billing/domain/reports/report-run.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findKeyNames } from '@service/billing/queries/access/key-names.ts';
import { openReport, reportWhere } from '@service/billing/queries/reports/open-report.ts';
import { listReportRuns, needReportRun, openRunResult } from '@service/billing/queries/reports/report-runs.ts';
import { isReportName, REPORTS } from '@service/billing/queries/reports/reports.ts';
import { cancelReportRun } from '@service/billing/usecases/reports/cancel-report-run.ts';
import { startReportRun } from '@service/billing/usecases/reports/start-report-run.ts';
import { Invalid } from '@service/billing/values/failure.ts';
import { sendCsv } from '../../../../documents/csv/csv-file.ts';
import { reportCsv } from '../../../../documents/csv/report-csv.ts';
import { reportFileName } from '../../../../documents/csv/report-file-name.ts';
import { reportFiles } from '../../../../documents/csv/report-files.ts';
import { reportRunJson } from '../../../../documents/csv/report-json.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { exactMomentOf, factList, shortId } from '../../parts/figures.ts';
import { actionLink, formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { loadAgain } from '../../parts/load-again.ts';
import { showPage } from '../../parts/shell.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { ConsoleRefused } from '../../refused.ts';
import { type ConsoleRoute, formPage, problemsOf, queryOf, readingPage } from '../../route.ts';
import { needFreshProofForFile } from '../../steps/fresh-proof.ts';
import {
  type ConsolePage,
  type ConsoleVisit,
  consoleVisitOf,
  may,
  needPermission,
  seesPersonalData,
  withPermission,
} from '../../visit.ts';
import { filterWords } from './report-form.ts';
import {
  daysOfRun,
  progressText,
  RUNS_PATH,
  reportRunPath,
  requesterOf,
  runsTable,
  titleOfRun,
} from './report-run-words.ts';

interface ReportRunPageDeps {
  readonly sites: Pick<SiteRecords, 'keys'>;
  readonly storage: Storage;
  readonly world: World;
}

const BACK = { href: RUNS_PATH, label: 'Runs' };
/** Runs that the page of all shows: a site has few in seven days. */
const MOST_RUNS = 200;
/** Runs that the page of reports shows. */
const LATEST_RUNS = 5;

/** Returns what reads the latest runs, the latest first. */
const latestRuns = (deps: ReportRunPageDeps) => {
  const list = listReportRuns(deps);
  return async ({ caller }: ConsoleVisit, limit: number): Promise<readonly ReportRun[]> =>
    (await list.page(caller, { filter: {}, sort: 'created_at', order: 'desc', limit })).records;
};

/** Returns the part of the page of reports about those in the background. */
export const reportRunsSection =
  (deps: ReportRunPageDeps) =>
  async (visit: ConsoleVisit): Promise<Markup> => {
    const runs = await latestRuns(deps)(visit, LATEST_RUNS);
    return html`<section><h2>Runs</h2>${runsTable(visit, runs, await findKeyNames(deps)(visit.site))}${
      runs.length === 0 ? '' : html`<p><a href="${visit.prefix}${RUNS_PATH}">All runs</a></p>`
    }</section>`;
  };

/** Reports in the background: requesting, watching and canceling them, and their results. */
export const reportRunPages = (deps: ReportRunPageDeps): readonly ConsoleRoute[] => {
  const latest = latestRuns(deps);
  const namesOf = findKeyNames(deps);
  const result = openRunResult({ storage: deps.storage, reportFiles });
  const start = withPermission('reports.run', startReportRun(deps));
  const cancel = withPermission('reports.run', cancelReportRun(deps));
  const find = (ctx: ConsolePage, { caller }: ConsoleVisit) => needReportRun(deps)(caller, ctx.params.id ?? '');

  return [
    readingPage(RUNS_PATH, 'report runs', 'reports.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      showPage(ctx, { title: 'Runs', back: { href: '/reports', label: 'Reports' } }, [
        html`<p class="quiet">Reports that run in the background are made one after the other. They are kept for ${REPORT_RUN_DAYS} days after the request.</p>`,
        runsTable(visit, await latest(visit, MOST_RUNS), await namesOf(visit.site)),
      ]);
    }),
    readingPage(`${RUNS_PATH}/:id`, 'report run', 'reports.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const run = await find(ctx, visit);
      showPage(
        ctx,
        { title: titleOfRun(run), badge: stateBadge('report_run', run.state), subtitle: daysOfRun(run), back: BACK },
        [stateOf(ctx, visit, run), factsOf(visit, run, await namesOf(visit.site))],
      );
    }),
    readingPage(`${RUNS_PATH}/:id/files/:format`, 'report run file', 'reports.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      needPermission(visit, 'exports.read');
      const { format } = ctx.params;
      if (format !== 'csv' && format !== 'json') throw new ConsoleRefused('missing');
      const made = await result(visit.caller, ctx.params.id ?? '');
      const columns = made.columns.filter(({ personal }) => !personal || seesPersonalData(visit));
      if (
        columns.some(({ personal }) => personal) &&
        needFreshProofForFile(ctx, visit, `${RUNS_PATH}/${ctx.params.id}`)
      )
        return;
      const name = reportFileName(made, visit.site.subdomain);
      if (format === 'csv') {
        sendCsv(ctx, name, reportCsv(columns, made.rows()));
        return;
      }
      ctx.set('Content-Type', 'application/json; charset=utf-8');
      ctx.set('Content-Disposition', `attachment; filename="${name.replace(/csv$/, 'json')}"`);
      ctx.body = Readable.from(reportRunJson({ ...made, columns }));
    }),
    ...formPage({
      path: '/reports/:name/run',
      name: 'report run start',
      permission: 'reports.run',
      async ask(ctx, visit, filled) {
        const name = ctx.params.name ?? '';
        const values = ctx.method === 'GET' ? queryOf(ctx) : filled.values;
        const { title, asked, problems } = await askedReport(deps, visit, name, values);
        const shown = problems ? { ...filled, problems } : filled;
        const path = `${visit.prefix}/reports/${name}`;
        const asShown = `/reports/${name}?${new URLSearchParams(reportFields(name, values)).toString()}`;
        return {
          title: `Run in the background: ${title}`,
          back: { href: asShown, label: title },
          content: [
            html`${formTrouble(shown)}`,
            ...(problems
              ? [html`<p>${actionLink(visit, `/reports/${name}`, 'Choose again')}</p>`]
              : [
                  html`<p>${asked}</p><p class="quiet">The worker makes the report, and its page shows how far it is. It has the records as they are then. The result can be downloaded as CSV or JSON for ${REPORT_RUN_DAYS} days.</p>`,
                  secretForm(visit, { action: `${path}/run` }, [
                    ...Object.entries(reportFields(name, values)).map(
                      ([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`,
                    ),
                    formButtons('Run in the background', { back: `${visit.prefix}${asShown}` }),
                  ]),
                ]),
          ],
        };
      },
      async carryOut(ctx, visit, form) {
        const name = ctx.params.name ?? '';
        const { from, to, period, ...where } = reportFields(name, form);
        const run = await start(visit, name, { from, to, period, where: reportWhere(Object.entries(where)) });
        return { to: reportRunPath(run), notice: 'The report is being made. This page shows how far it is.' };
      },
    }),
    ...formPage({
      path: `${RUNS_PATH}/:id/cancel`,
      name: 'report run cancel',
      permission: 'reports.run',
      async ask(ctx, visit, filled) {
        const run = await find(ctx, visit);
        const path = `${visit.prefix}${reportRunPath(run)}`;
        return {
          title: `Cancel ${titleOfRun(run)}`,
          back: { href: reportRunPath(run), label: titleOfRun(run) },
          content: !isOpenRun(run)
            ? [endedBefore(run)]
            : [
                html`${formTrouble(filled)}<p>Nothing of the report is kept. It can be requested again.</p>`,
                secretForm(
                  visit,
                  { action: `${path}/cancel` },
                  formButtons('Cancel the report', { back: path, danger: true, keep: 'Go on' }),
                ),
              ],
        };
      },
      async carryOut(ctx, visit) {
        const run = await cancel(visit, ctx.params.id ?? '');
        return { to: reportRunPath(run), notice: 'The report is canceled. Nothing of it is kept.' };
      },
    }),
  ];
};

/** Returns the days and filters among the fields of a form. */
const reportFields = (name: string, values: Form): Readonly<Record<string, string>> => {
  const known = ['from', 'to', 'period', ...(isReportName(name) ? REPORTS[name].columns.map((each) => each.name) : [])];
  return Object.fromEntries(known.flatMap((field) => (values[field] ? [[field, values[field]]] : [])));
};

/** Returns the title of a report, and says what was asked for, or what is wrong with it. Throws `not_found`. */
const askedReport = async (deps: ReportRunPageDeps, { caller }: ConsoleVisit, name: string, values: Form) => {
  const open = openReport(deps);
  const { from, to, period, ...where } = reportFields(name, values);
  try {
    const report = await open(caller, name, { from, to, period, where });
    const words = filterWords(report);
    const days = report.about === 'day' ? `At the end of ${report.to}` : `${report.from} to ${report.to}`;
    return {
      title: report.title,
      asked: words.length === 0 ? `${days}, all rows.` : `${days}, only ${words.join(', ')}.`,
    };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const { title } = await open(caller, name, {});
    return { title, asked: '', problems: problemsOf(error) };
  }
};

/** The outcome of a run that ended while an operator was about to cancel it. */
const endedBefore = ({ state, error }: ReportRun): Markup => {
  if (state === 'done') return html`<p>The report is done, so there is nothing to cancel. Its result is kept.</p>`;
  return state === 'canceled'
    ? html`<p>It was canceled already, and nothing of it is kept.</p>`
    : html`<p>It failed, so there is nothing to cancel. ${error}</p>`;
};

/** The state of a run, with the actions that it allows. */
const stateOf = (ctx: ConsolePage, visit: ConsoleVisit, run: ReportRun): Markup => {
  const path = `${visit.prefix}${reportRunPath(run)}`;
  if (isOpenRun(run)) {
    return html`<section class="panel"><h2>${run.state === 'waiting' ? 'Waiting for its turn' : 'Being made'}</h2>
<p><progress max="${run.days}"${run.days_done > 0 ? html` value="${run.days_done}"` : ''} aria-label="Days of the report"></progress> ${run.state === 'waiting' ? 'The worker has not begun it.' : progressText(run)}</p>
${loadAgain(ctx, visit, reportRunPath(run))}
<p>${actionLink(visit, reportRunPath(run), 'Look again')}${
      may(visit, 'reports.run') ? html` ${actionLink(visit, `${reportRunPath(run)}/cancel`, 'Cancel')}` : ''
    }</p></section>`;
  }
  if (run.state === 'failed') return html`<p class="trouble" role="alert">${run.error}</p>`;
  if (run.state === 'canceled') return html`<p>It was canceled, and nothing of it is kept.</p>`;
  return html`<section class="panel"><h2>Result</h2><p>${(run.row_count ?? 0).toLocaleString('en')} row${run.row_count === 1 ? '' : 's'}, kept for ${REPORT_RUN_DAYS} days after the request.</p>${
    may(visit, 'exports.read')
      ? html`<p><a class="button main" href="${path}/files/csv">Download CSV</a> <a class="button" href="${path}/files/json">Download JSON</a></p>`
      : ''
  }</section>`;
};

const factsOf = (visit: ConsoleVisit, run: ReportRun, names: KeyNames): Markup => {
  const columns = isReportName(run.report) ? REPORTS[run.report].columns : [];
  const filters = filterWords({ columns, where: run.filters });
  const at = (moment: number | null): Markup | undefined =>
    moment === null ? undefined : exactMomentOf(visit, moment);
  return factList([
    { label: 'Filters', value: filters.length === 0 ? 'none' : filters.join(', ') },
    { label: 'Requested by', value: requesterOf(run, names) },
    { label: 'Requested', value: at(run.created_at) },
    { label: 'Began', value: at(run.started_at) },
    { label: 'Ended', value: at(run.ended_at) },
    { label: 'Records read', value: run.records_read.toLocaleString('en') },
    // The digest is that of the file with all columns.
    { label: 'SHA-256 of the CSV', value: run.sha256 !== null && seesPersonalData(visit) ? shortId(run.sha256) : null },
  ]);
};
