import type { ExportSchedule, MadeExport, MadeExportFile } from '../domain/exports/made-export.ts';
import type { ReportColumn, ReportRow } from '../domain/reports/report.ts';
import type { Site } from '../resources/site.ts';
import type { Seconds } from '../values/time.ts';
import type { DueQuery } from './due.ts';
import type { Listing } from './listing.ts';

/** A table of all records of one kind, for other programs. Amounts are in the currency of their row. */
export interface ExportTable {
  /** The name of its file, without the ending. */
  readonly name: string;
  /** One sentence: which records it has. */
  readonly about: string;
  readonly columns: readonly ReportColumn[];
}

/** The tables as they were at one moment, whatever changes while they are read. */
export interface ExportSnapshot {
  readonly tables: readonly ExportTable[];
  /** Returns the rows of a site, in memory a page at a time. */
  rows(siteId: string, table: ExportTable): AsyncGenerator<ReportRow, void>;
  close(): Promise<void>;
}

/** A file that was written, with its digest. */
export type WrittenExportFile = Pick<MadeExportFile, 'name' | 'md5sum' | 'bytes'>;

/** Writes the files of exports to where the deployment keeps them. */
export interface Exporter {
  /**
   * Writes a file for each table of a site, all of one moment. Calls `beforeEach` before each file. Throws
   * `NeedsOperator` where the deployment keeps none.
   */
  write(
    site: Pick<Site, 'id' | 'subdomain'>,
    day: string,
    beforeEach: () => Promise<void>,
  ): Promise<readonly WrittenExportFile[]>;
}

/** Hands out files of exports. */
export interface ExportedFiles {
  /** Returns an address that needs no credentials until then; undefined where the service itself serves the files. */
  linkTo(path: string, lasting: Seconds): Promise<string | undefined>;
  /** Returns the content of a file; undefined where it is gone. */
  read(path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
}

/** The exports of a site that were made, and the next one. */
export interface ExportRecords extends Listing<MadeExport, Readonly<Record<never, never>>> {
  schedule(): Promise<ExportSchedule | undefined>;
  saveSchedule(schedule: ExportSchedule): Promise<void>;
  removeSchedule(): Promise<void>;
  /** Adds an export with its files, in place of that of the same day. */
  add(made: MadeExport, files: readonly MadeExportFile[]): Promise<void>;
  find(day: string): Promise<MadeExport | undefined>;
  readonly due: DueQuery;
}

export interface ExportFileRecords extends Listing<MadeExportFile, { readonly day: string }> {
  find(day: string, name: string): Promise<MadeExportFile | undefined>;
}
