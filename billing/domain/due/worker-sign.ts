import type { Millis } from '../../values/time.ts';

/** The latest sign of a process that runs due work. Moments are milliseconds of its system clock. */
export interface WorkerSign {
  /** Identifies the process. */
  readonly holder: string;
  readonly started_at_ms: Millis;
  readonly seen_at_ms: Millis;
}
