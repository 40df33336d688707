import type { Readable } from 'node:stream';
import type { JournalDocument } from '@service/billing/domain/journals/document.ts';
import type { OpenJournalBatch } from '@service/billing/queries/journals/journal-batches.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { csvJournal } from './csv-journal.ts';
import { datevJournal } from './datev-journal.ts';
import type { JournalFile, JournalFormat, NumberedDocument } from './format.ts';
import { quickbooksJournal } from './quickbooks-journal.ts';
import { beancountJournal, ledgerJournal } from './text-journal.ts';
import { xeroJournal } from './xero-journal.ts';

/** The formats of journals, by the name that clients ask for. */
export const JOURNAL_FORMATS = {
  csv: csvJournal,
  xero: xeroJournal,
  quickbooks: quickbooksJournal,
  datev: datevJournal,
  ledger: ledgerJournal,
  beancount: beancountJournal,
} as const satisfies Readonly<Record<string, JournalFormat>>;

export type JournalFormatName = keyof typeof JOURNAL_FORMATS;

export const JOURNAL_FORMAT_NAMES = Object.keys(JOURNAL_FORMATS) as readonly JournalFormatName[];

export const isJournalFormat = (name: string): name is JournalFormatName => Object.hasOwn(JOURNAL_FORMATS, name);

/** Problems that one message names. */
const MOST_NAMED = 20;

interface Written {
  readonly subdomain: string;
  readonly batch: OpenJournalBatch;
  readonly format: JournalFormatName;
}

/**
 * Returns the files of a batch in a format, in the order of their first documents. Throws `precondition_failed` with
 * what the accounting software would refuse.
 */
export const journalFiles = async ({ subdomain, batch, format }: Written): Promise<readonly JournalFile[]> => {
  const { problemsOf }: JournalFormat = JOURNAL_FORMATS[format];
  const files = new Map<string, JournalFile>();
  const problems = new Set<string>();
  const place = placing(subdomain, batch, JOURNAL_FORMATS[format]);
  for await (const document of batch.documents()) {
    for (const problem of problemsOf?.(batch, document) ?? []) problems.add(problem);
    const file = place(document);
    const lines = (files.get(file.name)?.lines ?? 0) + document.lines.length;
    files.set(file.name, { ...file, lines });
  }
  if (problems.size > 0) {
    const named = [...problems].slice(0, MOST_NAMED).join(', ');
    throw new Failure('precondition_failed', { what: `${JOURNAL_FORMATS[format].label} cannot hold ${named}.` });
  }
  return [...files.values()];
};

/**
 * Returns a file of a batch. Throws `not_found` for a name that none has in the format, with the formats that there
 * are, and what `journalFiles` throws.
 */
export const needJournalFile = async (written: Written, name: string): Promise<JournalFile> => {
  const file = (await journalFiles(written)).find((one) => one.name === name);
  if (file) return file;
  throw new Failure(
    'not_found',
    { model: 'JournalFile', key: 'name', value: name },
    `Batch ${written.batch.number} has no file of this name in the format ${written.format}. Each format has files of its own: give the format as ?format=, one of ${JOURNAL_FORMAT_NAMES.join(', ')}.`,
  );
};

/** Returns the content of a file, which is read from the beginning of the batch to the end of the file. */
export const openJournalFile = (written: Written, file: JournalFile): Readable =>
  JOURNAL_FORMATS[written.format].write(written.batch, file, documentsIn(written, file));

async function* documentsIn(
  { subdomain, batch, format }: Written,
  { name, lines }: JournalFile,
): AsyncGenerator<NumberedDocument, void> {
  const place = placing(subdomain, batch, JOURNAL_FORMATS[format]);
  let [position, left] = [0, lines];
  for await (const document of batch.documents()) {
    position += 1;
    if (place(document).name !== name) continue;
    yield { ...document, number: `J${batch.number}-${position}` };
    left -= document.lines.length;
    if (left <= 0) return;
  }
}

/** Returns a function that says, of each document in order, which file it is in. */
const placing = (subdomain: string, { number }: OpenJournalBatch, format: JournalFormat) => {
  const { prefix, extension, mostLines = Number.POSITIVE_INFINITY, groupOf } = format;
  const filled = new Map<string, { part: number; lines: number }>();
  return (document: JournalDocument): Omit<JournalFile, 'lines'> => {
    const group = groupOf(document);
    const { part, lines } = filled.get(group) ?? { part: 1, lines: 0 };
    const isFull = lines > 0 && lines + document.lines.length > mostLines;
    const now = isFull
      ? { part: part + 1, lines: document.lines.length }
      : { part, lines: lines + document.lines.length };
    filled.set(group, now);
    const parts = [subdomain, number, ...(group ? group.split(' ') : []), ...(now.part > 1 ? [now.part] : [])];
    return { name: `${prefix}${parts.join('-')}.${extension}`, group, part: now.part };
  };
};
