import { MOST_OPEN_RUNS, type ReportRun } from '../../domain/reports/report-run.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { type AskedDays, openReport } from '../../queries/reports/open-report.ts';
import { Failure } from '../../values/failure.ts';

export interface ReportRunDeps {
  readonly storage: Storage;
  readonly world: World;
}

/**
 * Requests a report that due work makes. Throws what `openReport` throws, and `precondition_failed` while too many
 * reports of the site wait.
 */
export const startReportRun =
  ({ storage, world }: ReportRunDeps) =>
  async (caller: Caller, name: string, asked: AskedDays): Promise<ReportRun> => {
    const { site, at, actor } = caller;
    const { from, to, where } = await openReport({ storage })(caller, name, asked);
    const run: ReportRun = {
      id: world.ids.uuid(),
      report: name,
      from_day: from,
      to_day: to,
      filters: where,
      state: 'waiting',
      requested_by: actor,
      created_at: at,
      started_at: null,
      ended_at: null,
      attempts: 0,
      running_until_ms: null,
      records_read: 0,
      days_done: 0,
      days: Temporal.PlainDate.from(from).until(to).days + 1,
      row_count: null,
      sha256: null,
      parts: 0,
      error: null,
    };
    return storage.transaction(site.id, async ({ reportRuns, auditLog, due }) => {
      if ((await reportRuns.countOpen()) >= MOST_OPEN_RUNS)
        throw new Failure('precondition_failed', { what: TOO_MANY });
      await reportRuns.save(run);
      const changes = { report: { from: null, to: name }, days: { from: null, to: `${from} to ${to}` } };
      await auditLog.append(auditEntry(world, caller, 'report_run.requested', run.id, changes));
      due.wake();
      return run;
    });
  };

const TOO_MANY = `${MOST_OPEN_RUNS} reports of this site wait or run already. Wait until one is done, or cancel one, then ask again.`;
