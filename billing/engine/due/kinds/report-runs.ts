import type { ReportDifference, ReportRow } from '../../../domain/reports/report.ts';
import { isOpenRun, type ReportRun } from '../../../domain/reports/report-run.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { ReportFiles } from '../../../ports/report-files.ts';
import type { Records, Storage } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { UNLIKE_LEDGER } from '../../../queries/reports/open-report.ts';
import { openReportOfRun } from '../../../queries/reports/report-runs.ts';
import { type ReadPage, steppedStorage } from '../../../queries/reports/stepped-records.ts';
import { type Site, siteTime } from '../../../resources/site.ts';
import { withoutLongDigits } from '../../../values/card/without-long-digits.ts';
import { Failure, Invalid } from '../../../values/failure.ts';
import { dayNumberIn } from '../../../values/periods/day-in.ts';
import type { Millis } from '../../../values/time.ts';
import type { DueEntry } from './kind.ts';

interface Deps {
  readonly storage: Storage;
  readonly reportFiles: ReportFiles;
  readonly world: World;
  /** Whether the process is about to end: a run then stops, and another process begins it again. */
  readonly isEnding: () => boolean;
}

/** The time for which an attempt holds its run after it has stored its progress. */
const HOLD_MS: Millis = 120_000;
/** Milliseconds between two moments at which the progress is stored, and a cancellation noticed. */
const STORED_EVERY: Millis = 500;
/** Attempts after which an unexpected error, or the death of the process, ends a run. */
const MOST_RUN_ATTEMPTS = 3;

/** Ends an attempt whose run was canceled, or that another process has begun again. */
class RunLost extends Error {}

/** Ends an attempt because its process ends. */
class ProcessEnds extends Error {}

/**
 * Reports that were requested in the background. An attempt stores its result in parts and its progress as it goes on,
 * and looks then whether the run is still its own. One that was canceled leaves nothing.
 */
export const reportRuns = (deps: Deps): DueEntry => ({
  next: ({ reportRuns: runs }, until, limit) => runs.due(until, limit),
  async run(caller, { id }) {
    const attempt = await begin(deps, caller, id);
    if (!attempt) return;
    try {
      await make(deps, caller.site, attempt);
    } catch (error) {
      if (error instanceof RunLost) return;
      await giveUp(deps, caller.site, attempt, error);
    }
  },
});

/**
 * Begins an attempt. Returns undefined for a run that is no longer due; throws `simultaneous_request` while another
 * process makes it.
 */
const begin = async ({ storage, world }: Deps, { site }: Caller, id: string): Promise<ReportRun | undefined> =>
  storage.transaction(site.id, async ({ reportRuns: runs }) => {
    const run = await runs.find(id);
    if (!run || !isOpenRun(run)) return undefined;
    const now = world.clock.now();
    if ((run.running_until_ms ?? 0) > now) throw new Failure('simultaneous_request');
    await runs.removeParts(id);
    if (run.attempts >= MOST_RUN_ATTEMPTS) {
      await runs.save({
        ...{ ...run, state: 'failed', ended_at: siteTime(site, world.clock), running_until_ms: null },
        error: `The process that made the report has ended ${run.attempts} times. Ask for fewer days.`,
      });
      return undefined;
    }
    const begun: ReportRun = {
      ...run,
      state: 'running',
      started_at: siteTime(site, world.clock),
      attempts: run.attempts + 1,
      running_until_ms: now + HOLD_MS,
      records_read: 0,
      days_done: 0,
    };
    await runs.save(begun);
    return begun;
  });

/** Makes the report of a run, and stores its result. Throws `RunLost`. */
const make = async ({ storage, reportFiles, world, isEnding }: Deps, site: Site, attempt: ReportRun): Promise<void> => {
  const firstDay = dayNumberIn('UTC', Date.parse(attempt.from_day) / 1000);
  const progress = { records_read: 0, days_done: 0 };
  let storedAt = world.clock.now();
  /** Changes the run in a transaction, if it is still that of this attempt. */
  const ours = (change: (records: Records, run: ReportRun) => Promise<void>): Promise<void> =>
    storage.transaction(site.id, async (records) => {
      const run = await records.reportRuns.find(attempt.id);
      if (run?.state !== 'running' || run.attempts !== attempt.attempts) throw new RunLost();
      await change(records, run);
    });
  const step = async ({ count, until }: ReadPage): Promise<void> => {
    if (isEnding()) throw new ProcessEnds();
    progress.records_read += count;
    const reached = until === undefined ? 0 : dayNumberIn(site.time_zone, until) - firstDay;
    progress.days_done = Math.min(Math.max(progress.days_done, reached), attempt.days);
    const now = world.clock.now();
    if (now - storedAt < STORED_EVERY) return;
    storedAt = now;
    await ours(({ reportRuns: runs }, run) => runs.save({ ...run, ...progress, running_until_ms: now + HOLD_MS }));
  };
  const at = siteTime(site, world.clock);
  const report = await openReportOfRun({ storage: steppedStorage(storage, step) })({ site, at }, attempt);
  const found: ReportDifference[] = [];
  let row_count = 0;
  async function* counted(): AsyncGenerator<ReportRow, void> {
    for await (const row of report.rows({ onDifferences: (differences) => found.push(...differences) })) {
      row_count += 1;
      yield row;
    }
  }
  const { sha256, parts } = await reportFiles.writeRows(report.columns, counted(), (content, part) =>
    ours(({ reportRuns: runs }) => runs.keepPart(attempt.id, part, content)),
  );
  if (found.length > 0) throw new Failure('precondition_failed', { what: UNLIKE_LEDGER });
  await ours(({ reportRuns: runs }, run) =>
    runs.save({
      ...run,
      records_read: progress.records_read,
      days_done: run.days,
      ...{ state: 'done', ended_at: siteTime(site, world.clock), running_until_ms: null },
      ...{ row_count, sha256, parts },
    }),
  );
};

/**
 * Ends an attempt that failed, without its result. A refusal ends the run as well, with its reason; anything else is
 * thrown, so that the run is attempted again.
 */
const giveUp = async (
  { storage, world }: Deps,
  site: Site,
  { id, attempts }: ReportRun,
  error: unknown,
): Promise<void> => {
  const isLast = !(error instanceof ProcessEnds) && attempts >= MOST_RUN_ATTEMPTS;
  const reason = reasonOf(error) ?? (isLast ? `It failed ${attempts} times: ${describedError(error)}` : undefined);
  await storage.transaction(site.id, async ({ reportRuns: runs }) => {
    const run = await runs.find(id);
    if (run?.state !== 'running' || run.attempts !== attempts) return;
    await runs.removeParts(id);
    await runs.save(
      reason === undefined
        ? // An attempt that its process gave up for no fault of the run does not count.
          {
            ...{ ...run, state: 'waiting', running_until_ms: null },
            attempts: error instanceof ProcessEnds ? attempts - 1 : attempts,
          }
        : { ...run, state: 'failed', ended_at: siteTime(site, world.clock), running_until_ms: null, error: reason },
    );
  });
  if (error instanceof ProcessEnds) throw new Failure('simultaneous_request');
  if (reason === undefined) throw error;
};

/** Returns the reason of a report that is refused, such as missing exchange rates; undefined for any other error. */
const reasonOf = (error: unknown): string | undefined => {
  if (error instanceof Failure && error.symbol === 'precondition_failed') {
    return [error.params.what, error.details].filter(Boolean).join(' ');
  }
  if (error instanceof Failure && error.symbol === 'not_found') return 'This release has no such report.';
  return error instanceof Invalid
    ? `The report no longer has what was asked for: ${error.issues.map(({ field }) => field).join(', ')}.`
    : undefined;
};

/** Returns what an unexpected error says. */
const describedError = (error: unknown): string =>
  withoutLongDigits(error instanceof Error ? error.message : 'an unknown error').slice(0, 300);
