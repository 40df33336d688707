import type { Readable } from 'node:stream';
import type { ExportedFiles } from '@service/billing/ports/exports.ts';

/** A place for the files of exports. */
export interface ExportTarget extends ExportedFiles {
  /** Writes a file, which readers find whole or not at all. */
  put(path: string, content: Readable): Promise<void>;
}
