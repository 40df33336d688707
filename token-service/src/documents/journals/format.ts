import type { Readable } from 'node:stream';
import type { JournalDocument } from '@service/billing/domain/journals/document.ts';
import type { OpenJournalBatch } from '@service/billing/queries/journals/journal-batches.ts';

/** A document with its number in the batch, which no other document of the site has: `J7-12`. */
export interface NumberedDocument extends JournalDocument {
  readonly number: string;
}

/** One file of a batch. */
export interface JournalFile {
  readonly name: string;
  /** The trait that its documents share, by the format: a currency, a month. */
  readonly group: string;
  /** From 1; a format that limits the lines of a file has several parts of a group. */
  readonly part: number;
  readonly lines: number;
}

/** A format of accounting software. */
export interface JournalFormat {
  readonly label: string;
  /** Media type. */
  readonly type: string;
  /** The beginning and the end of the name of a file. */
  readonly prefix: string;
  readonly extension: string;
  /** The most lines that the software reads from one file. */
  readonly mostLines?: number;
  /** Returns what documents of one file have in common. */
  readonly groupOf: (document: JournalDocument) => string;
  /** Returns what the software would refuse of a document. */
  readonly problemsOf?: (batch: OpenJournalBatch, document: JournalDocument) => readonly string[];
  readonly write: (batch: OpenJournalBatch, file: JournalFile, documents: AsyncIterable<NumberedDocument>) => Readable;
}
