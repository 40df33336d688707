import type { Readable } from 'node:stream';
import type { ExportedFiles } from '@service/billing/ports/exports.ts';

/** A place for the files of exports. */
export interface ExportTarget extends ExportedFiles {
  /** Writes a file, which readers find whole or not at all. Rejects once the signal is aborted. */
  put(path: string, content: Readable, signal?: AbortSignal): Promise<void>;
}
