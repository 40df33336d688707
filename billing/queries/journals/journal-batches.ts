import type { JournalBatch } from '../../domain/journals/batch.ts';
import { EMPTY_CHART, type JournalChart } from '../../domain/journals/chart.ts';
import { type JournalDocument, journalDocument, summariesOf } from '../../domain/journals/document.ts';
import type { JournalMovement } from '../../domain/journals/journal-movement.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { notFound } from '../../values/failure.ts';
import { everyPage } from '../lists/every-page.ts';
import type { QueryDeps } from '../lists/site-query.ts';

type JournalReader = Pick<Records, 'journals'>;

/** Movements that are read together. */
const TOGETHER = 500;

/** Batches of a page. */
export const MOST_JOURNAL_BATCHES = 100;

/** Returns the chart of the site, which is empty until it is changed. */
export const findJournalChart =
  ({ storage }: QueryDeps) =>
  async ({ site }: Pick<Caller, 'site'>): Promise<JournalChart> =>
    (await storage.of(site.id).journals.chart()) ?? EMPTY_CHART;

/** Returns the batches that were made, also those given up since, the latest first: those before a number if given. */
export const listJournalBatches =
  ({ storage }: QueryDeps) =>
  async ({ site }: Pick<Caller, 'site'>, before?: number): Promise<readonly JournalBatch[]> => {
    const made: JournalBatch[] = [];
    for await (const batch of latestBatches(storage.of(site.id), before)) {
      if (batch.state !== 'open') made.push(batch);
      if (made.length === MOST_JOURNAL_BATCHES) break;
    }
    return made;
  };

/** Returns the latest batch that is made or being made. */
export const latestJournalBatch = async (records: JournalReader): Promise<JournalBatch | undefined> => {
  for await (const batch of latestBatches(records)) if (batch.state !== 'given_up') return batch;
  return undefined;
};

/** Returns batches in every state, the latest first, those before a number if one is given. */
async function* latestBatches({ journals }: JournalReader, before?: number): AsyncGenerator<JournalBatch, void> {
  for (let last = before; ; ) {
    const found = await journals.list(last, MOST_JOURNAL_BATCHES);
    yield* found;
    if (found.length < MOST_JOURNAL_BATCHES) return;
    last = found.at(-1)?.number;
  }
}

/** Returns whether no batch was begun after this one, so that it can be given up. */
export const isLatestJournalBatch =
  ({ storage }: QueryDeps) =>
  async ({ site }: Pick<Caller, 'site'>, number: number): Promise<boolean> =>
    (await latestJournalBatch(storage.of(site.id)))?.number === number;

/** A batch with its documents, which are read a page at a time. */
export interface OpenJournalBatch extends JournalBatch {
  readonly documents: () => AsyncGenerator<JournalDocument, void>;
}

/**
 * Returns a batch. Throws `not_found`, also while it is being made. A batch from before the chart had settings for
 * DATEV uses the current ones.
 */
export const openJournalBatch =
  ({ storage }: QueryDeps) =>
  async ({ site }: Pick<Caller, 'site'>, number: number): Promise<OpenJournalBatch> => {
    const records = storage.of(site.id);
    const batch = Number.isSafeInteger(number) ? await records.journals.find(number) : undefined;
    if (batch?.state !== 'made') throw notFound('JournalBatch', 'number', number);
    const datev = batch.chart.datev ?? (await records.journals.chart())?.datev ?? null;
    return { ...batch, chart: { ...batch.chart, datev }, documents: () => documentsOf(records, batch) };
  };

/** Returns the movements of a batch, the oldest first. */
export const batchMovements = ({ journals }: JournalReader, number: number): AsyncGenerator<JournalMovement, void> =>
  everyPage((after, limit) => journals.movements(number, after, limit), TOGETHER);

async function* documentsOf(records: JournalReader, batch: JournalBatch): AsyncGenerator<JournalDocument, void> {
  const all = unsummedDocuments(records, batch);
  yield* batch.detail === 'day' ? byDay(all) : all;
}

/** Returns a document for each movement that has postings: a free invoice has none. */
async function* unsummedDocuments(records: JournalReader, batch: JournalBatch): AsyncGenerator<JournalDocument, void> {
  for await (const movement of batchMovements(records, batch.number)) {
    const document = journalDocument(batch, movement);
    if (document.lines.length > 0) yield document;
  }
}

/** Documents of a day that are added up before more are read, so that memory does not grow with a day's sales. */
const MOST_UNSUMMED = 1000;

async function* byDay(all: AsyncGenerator<JournalDocument, void>): AsyncGenerator<JournalDocument, void> {
  let day: string | undefined;
  let documents: JournalDocument[] = [];
  for await (const document of all) {
    if (document.day !== day) {
      yield* summariesOf(documents);
      documents = [];
      day = document.day;
    } else if (documents.length >= MOST_UNSUMMED) documents = [...summariesOf(documents)];
    documents.push(document);
  }
  yield* summariesOf(documents);
}
