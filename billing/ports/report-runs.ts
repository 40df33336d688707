import type { ReportRun } from '../domain/reports/report-run.ts';
import type { DueQuery } from './due.ts';
import type { Listing } from './listing.ts';

/** The reports of a site that due work makes, with their results. */
export interface ReportRunRecords extends Listing<ReportRun, Readonly<Record<never, never>>> {
  /** Adds a run, or replaces its earlier state. */
  save(run: ReportRun): Promise<void>;
  find(id: string): Promise<ReportRun | undefined>;
  /** Counts the runs that wait or run. */
  countOpen(): Promise<number>;
  /** Stores a part of the result: text that another process can join and read. */
  keepPart(id: string, part: number, content: string): Promise<void>;
  part(id: string, part: number): Promise<string | undefined>;
  removeParts(id: string): Promise<void>;
  /**
   * Deletes at most `limit` runs that have ended, with their results, whose id is before `beforeId`: an id begins with
   * the moment of the system clock at which the run was requested. Returns how many it deleted.
   */
  removeEnded(beforeId: string, limit: number): Promise<number>;
  /** Runs that wait or run. Those of a site have the same subject, so that they run one after the other. */
  readonly due: DueQuery;
}
