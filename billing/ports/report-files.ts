import type { ReportColumn, ReportRow } from '../domain/reports/report.ts';

/** The digest and the size of a file. */
export interface FileDigest {
  /** SHA-256, in hexadecimal digits. */
  readonly sha256: string;
  readonly bytes: number;
  /** The number of parts that were kept. */
  readonly parts: number;
}

/** The part of a kept file that a report of another shape can be compared with. */
export interface CommonColumns {
  readonly columns: readonly ReportColumn[];
  readonly gone: readonly string[];
  readonly sha256: string;
  /** The digest of the file as it is kept. */
  readonly fileSha256: string;
}

/** Makes the files of reports, in constant memory. */
export interface ReportFiles {
  /**
   * Writes a report as CSV, and returns the digest of the file. Calls `keep`, if it is given, with each part of the
   * compressed file, which `read` understands.
   */
  write(
    columns: readonly ReportColumn[],
    rows: AsyncIterable<ReportRow>,
    keep?: (content: string, part: number) => Promise<void>,
  ): Promise<FileDigest>;
  /**
   * Stores the rows of a report, so that its file can be written with some of its columns only: calls `keep` with each
   * part of them, which `readRows` understands. Returns the digest of the CSV file with all columns.
   */
  writeRows(
    columns: readonly ReportColumn[],
    rows: AsyncIterable<ReportRow>,
    keep: (content: string, part: number) => Promise<void>,
  ): Promise<FileDigest>;
  /** Returns the rows of which these are the parts. */
  readRows(parts: AsyncIterable<string>): AsyncGenerator<ReportRow, void>;
  /**
   * Returns the columns that a kept file has in common with a report, in the order of the file, and the digest that the
   * file would have with these alone. The other columns of the file are in `gone`. Undefined for damaged parts.
   */
  inCommon(parts: AsyncIterable<string>, columns: readonly ReportColumn[]): Promise<CommonColumns | undefined>;
  /** Returns the file of which these are the parts. */
  read(parts: AsyncIterable<string>): AsyncIterable<Uint8Array>;
  digest(text: string): string;
}
