import type { ReportColumn, ReportRow } from '../domain/reports/report.ts';

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
