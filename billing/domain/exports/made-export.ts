import type { Millis, Seconds } from '../../values/time.ts';

/** The next export of a site. A site without one is not exported. */
export interface ExportSchedule {
  readonly next_at: Seconds;
  /** A process writes the files until then, by the system clock; null: none does. */
  readonly running_until_ms: Millis | null;
}

/** The export of a day. */
export interface MadeExport {
  readonly id: string;
  /** The day in the time zone of the site. */
  readonly day: string;
  /** Signs the addresses of its files. */
  readonly secret: string;
  readonly created_at: Seconds;
}

/** A file of an export. */
export interface MadeExportFile {
  readonly id: string;
  readonly day: string;
  /** For example `invoices.csv`. */
  readonly name: string;
  readonly md5sum: string;
  readonly bytes: number;
  readonly created_at: Seconds;
}
