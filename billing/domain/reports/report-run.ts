import type { ReportRunState } from '../../resources/report-run.ts';
import type { Millis, Seconds } from '../../values/time.ts';

/** A report that due work makes, because it takes longer than a request should. */
export interface ReportRun {
  /** Begins with the moment of the system clock at which it was requested. */
  readonly id: string;
  /** The name of the report. */
  readonly report: string;
  /** The first and the last day; the same in a report about one day. */
  readonly from_day: string;
  readonly to_day: string;
  /** Only rows with these values, by the names of columns. */
  readonly filters: Readonly<Record<string, string>>;
  readonly state: ReportRunState;
  /** The actor, as in the audit log. */
  readonly requested_by: string;
  readonly created_at: Seconds;
  readonly started_at: Seconds | null;
  readonly ended_at: Seconds | null;
  /** Attempts that have begun: each makes the report from its beginning. */
  readonly attempts: number;
  /** The moment until which the attempt holds the run, by the system clock; another begins then if its process died. */
  readonly running_until_ms: Millis | null;
  /** The progress: records that were read, and days of the report that they have reached. */
  readonly records_read: number;
  readonly days_done: number;
  readonly days: number;
  /** The result: rows, and the SHA-256 digest of its CSV file with all columns; null until it is done. */
  readonly row_count: number | null;
  readonly sha256: string | null;
  /** The parts that the result is stored in. */
  readonly parts: number;
  /** The reason of a failure, in words. */
  readonly error: string | null;
}

/** Runs of a site that wait or run at the same time. */
export const MOST_OPEN_RUNS = 10;

/** Days after the request for which a run and its result are kept. */
export const REPORT_RUN_DAYS = 7;

/** Whether due work has still to make the report. */
export const isOpenRun = ({ state }: Pick<ReportRun, 'state'>): boolean => state === 'waiting' || state === 'running';
