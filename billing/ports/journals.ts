import type { JournalBatch } from '../domain/journals/batch.ts';
import type { JournalChart } from '../domain/journals/chart.ts';
import type { JournalMovement } from '../domain/journals/journal-movement.ts';
import type { Seconds } from '../values/time.ts';

/** A movement of the ledger, and whether a batch has it. */
export interface ExportableMovement {
  readonly id: string;
  readonly at: Seconds;
  readonly exported: boolean;
}

/** The chart of a site for its accounting software, and the batches of its ledger's movements. */
export interface JournalRecords {
  chart(): Promise<JournalChart | undefined>;
  saveChart(chart: JournalChart, at: Seconds): Promise<void>;
  add(batch: JournalBatch): Promise<void>;
  save(batch: JournalBatch): Promise<void>;
  find(number: number): Promise<JournalBatch | undefined>;
  /** Returns batches, the latest first, those before a number if one is given. */
  list(before: number | undefined, limit: number): Promise<readonly JournalBatch[]>;
  /**
   * Lets at most `limit` of the movements of a batch go. Returns whether any may be left; otherwise the batch is
   * deleted if it is open, and keeps its number if it was given up.
   */
  release(number: number, limit: number): Promise<boolean>;
  /** Returns movements in the order of their ids, those after an id. */
  exportable(after: string, limit: number): Promise<readonly ExportableMovement[]>;
  /** Puts movements into a batch. */
  take(number: number, movements: readonly ExportableMovement[]): Promise<void>;
  /** Returns the movements of a batch, the oldest first, those after another one. */
  movements(
    number: number,
    after: Pick<JournalMovement, 'at' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly JournalMovement[]>;
}
