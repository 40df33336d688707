import type { Caller } from '../../ports/caller.ts';
import type { ImportFiles } from '../../ports/import-files.ts';
import type { ImportDeps } from './import-deps.ts';

/** Rows of a file, counted by their outcome. */
export interface ImportedCount {
  imported: number;
  /** Rows whose record was there already. */
  unchanged: number;
  /** Rows about what has ended. */
  left_out: number;
}

export type ImportOutcome = keyof ImportedCount;

/** An import under way, whose rows report their outcome. */
export interface ImportRun {
  readonly deps: ImportDeps;
  readonly caller: Caller;
  readonly files: ImportFiles;
  readonly note: (file: string, outcome: ImportOutcome) => void;
}
