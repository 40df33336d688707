import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NeedsOperator } from '@service/billing/domain/due/needs-operator.ts';
import { exportFileName, exportPath } from '@service/billing/domain/exports/export-path.ts';
import type { ExportedFiles, Exporter, WrittenExportFile } from '@service/billing/ports/exports.ts';
import type { ExportTarget } from '../adapters/exports/export-target.ts';
import { folderTarget } from '../adapters/exports/folder-target.ts';
import { openExportSnapshot } from '../adapters/storage/exports/export-snapshot.ts';
import type { FileReads, OnReplica } from '../adapters/storage/pin-reads.ts';
import type { Config } from '../config.ts';
import { reportCsv } from '../documents/csv/report-csv.ts';

/** Returns the place that the deployment keeps files of exports in; undefined where it keeps none. */
export const exportTarget = async ({ exportTo }: Pick<Config, 'exportTo'>): Promise<ExportTarget | undefined> => {
  if (exportTo === null) return undefined;
  if ('folder' in exportTo) return folderTarget(exportTo.folder);
  // The SDK is large, and few deployments need it.
  const { s3Target } = await import('../adapters/exports/s3-target.ts');
  return s3Target(exportTo);
};

interface ExporterOptions {
  /** The tables; none: all of them. */
  readonly only?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onReplica?: OnReplica;
}

/** Returns what writes the files of exports, until the signal is aborted. */
export const openExporter = (
  deployment: FileReads,
  target: ExportTarget | undefined,
  { only = [], signal, onReplica }: ExporterOptions = {},
): Exporter => ({
  async write({ id, subdomain }, day, beforeEach) {
    if (!target) {
      throw new NeedsOperator('EXPORT_TO is not set, so that there is no place for the files of the nightly export.');
    }
    const snapshot = await openExportSnapshot(deployment, onReplica);
    try {
      const written: WrittenExportFile[] = [];
      for (const table of snapshot.tables.filter(({ name }) => only.length === 0 || only.includes(name))) {
        signal?.throwIfAborted();
        await beforeEach();
        const name = exportFileName(table.name);
        const digest = digesting();
        const file = reportCsv(table.columns, snapshot.rows(id, table));
        // A reading that fails destroys the stream, and with it the writing.
        pipeline(file, digest.stream).catch(() => {});
        await target.put(exportPath(subdomain, day, name), digest.stream, signal);
        written.push({ name, ...digest.result() });
      }
      return written;
    } finally {
      await snapshot.close();
    }
  },
});

/** Returns a stream that counts and digests what passes. */
const digesting = () => {
  const hash = createHash('md5');
  let bytes = 0;
  const stream = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      bytes += piece.length;
      done(null, piece);
    },
  });
  return { stream, result: () => ({ md5sum: hash.digest('hex'), bytes }) };
};

const NOWHERE: ExportedFiles = { linkTo: async () => undefined, read: async () => undefined };

/** Returns what hands out files of exports. */
export const exportedFiles = (target: ExportTarget | undefined): ExportedFiles => target ?? NOWHERE;
