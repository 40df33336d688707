import type { ReportRun } from '../../domain/reports/report-run.ts';
import type { Caller } from '../../ports/caller.ts';
import type { ReportFiles } from '../../ports/report-files.ts';
import type { Site } from '../../resources/site.ts';
import { Failure, notFound } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { siteList } from '../lists/site-list.ts';
import type { PinnedQueryDeps, QueryDeps } from '../lists/site-query.ts';
import { type OpenReport, openReport } from './open-report.ts';
import { isReportName, REPORTS } from './reports.ts';

export const listReportRuns = siteList<ReportRun, Readonly<Record<never, never>>>(({ reportRuns }) => reportRuns);

/** Returns a run. Throws `not_found`. */
export const needReportRun =
  ({ storage }: QueryDeps) =>
  async ({ site }: Pick<Caller, 'site'>, id: string): Promise<ReportRun> => {
    const run = await storage.of(site.id).reportRuns.find(id);
    if (!run) throw notFound('ReportRun', 'id', id);
    return run;
  };

/** Returns the report of a run, as it is made at a moment. */
export const openReportOfRun =
  (deps: PinnedQueryDeps) =>
  (
    caller: { readonly site: Site; readonly at: Seconds },
    { report, from_day, to_day, filters }: ReportRun,
  ): Promise<OpenReport> => {
    const isOfDay = isReportName(report) && REPORTS[report].about === 'day';
    const days = isOfDay ? { to: to_day } : { from: from_day, to: to_day };
    return openReport(deps)(caller, report, { ...days, where: filters });
  };

/** The result of a run. */
export interface RunResult extends OpenReport {
  readonly run: ReportRun;
}

/** Returns the result of a run. Throws `not_found`, and `precondition_failed` for a run that has none. */
export const openRunResult =
  ({
    storage,
    reportFiles,
  }: {
    readonly storage: PinnedQueryDeps['storage'];
    readonly reportFiles: Pick<ReportFiles, 'readRows'>;
  }) =>
  async (caller: Pick<Caller, 'site' | 'at'>, id: string): Promise<RunResult> => {
    const run = await needReportRun({ storage })(caller, id);
    if (run.state !== 'done') {
      throw new Failure('precondition_failed', {
        what: `The run is ${run.state}: only one that is done has a result.`,
      });
    }
    const opened = await openReportOfRun({ storage })(caller, run);
    const { reportRuns } = storage.of(caller.site.id);
    async function* parts() {
      for (let part = 0; part < run.parts; part += 1) yield (await reportRuns.part(id, part)) ?? '';
    }
    return { ...opened, run, rows: () => reportFiles.readRows(parts()) };
  };
