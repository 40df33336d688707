import type { Seconds } from '../../values/time.ts';

/** Progress of the due work of a sandbox site since its clock was moved. */
export interface ClockProgress {
  /** The time to which the clock was moved. */
  readonly target_at: Seconds;
  /** Items that were due before have run, and those of this moment are running; `target_at` once nothing is left. */
  readonly reached_at: Seconds;
  /** Items that have run since the clock was moved. */
  readonly items: number;
  /** Seconds by which the site's clock was moved; null for a move that began before this was recorded. */
  readonly clock_offset: Seconds | null;
}

/** Whether all work that became due by the move has run. */
export const hasArrived = ({ reached_at, target_at }: Pick<ClockProgress, 'reached_at' | 'target_at'>): boolean =>
  reached_at >= target_at;
