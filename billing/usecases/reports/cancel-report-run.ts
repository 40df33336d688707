import { isOpenRun, type ReportRun } from '../../domain/reports/report-run.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import { Failure, notFound } from '../../values/failure.ts';
import type { ReportRunDeps } from './start-report-run.ts';

/**
 * Cancels a run: due work stops it between two pages, and nothing of it is kept. Throws `not_found`, and
 * `precondition_failed` for a run that has ended.
 */
export const cancelReportRun =
  ({ storage, world }: ReportRunDeps) =>
  (caller: Caller, id: string): Promise<ReportRun> =>
    storage.transaction(caller.site.id, async ({ reportRuns, auditLog }) => {
      const run = await reportRuns.find(id);
      if (!run) throw notFound('ReportRun', 'id', id);
      if (!isOpenRun(run)) {
        throw new Failure('precondition_failed', {
          what: `The run is ${run.state} already, so it cannot be canceled.`,
        });
      }
      const canceled: ReportRun = { ...run, state: 'canceled', ended_at: caller.at, running_until_ms: null };
      await reportRuns.removeParts(id);
      await reportRuns.save(canceled);
      await auditLog.append(auditEntry(world, caller, 'report_run.canceled', id));
      return canceled;
    });
