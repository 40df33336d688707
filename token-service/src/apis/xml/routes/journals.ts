import { listJournalBatches, openJournalBatch } from '@service/billing/queries/journals/journal-batches.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { journalBatch, journalFile, journalList } from '@service/billing/resources/journal.ts';
import { Failure } from '@service/billing/values/failure.ts';
import {
  isJournalFormat,
  JOURNAL_FORMAT_NAMES,
  JOURNAL_FORMATS,
  type JournalFormatName,
  journalFiles,
  needJournalFile,
  openJournalFile,
} from '../../../documents/journals/journal-files.ts';
import { CSV, PLAIN_TEXT } from '../../../documents/xml/media-type.ts';
import type { ApiRequest, Endpoint } from '../endpoint.ts';
import { shown } from './answers.ts';

const BATCHES = '/v2/reports/journals';
const BATCH = `${BATCHES}/:journal_number`;

const formatOf = ({ query }: ApiRequest): JournalFormatName => {
  const name = query.get('format') ?? 'csv';
  if (isJournalFormat(name)) return name;
  throw new Failure('bad_request', {}, `The format is one of ${JOURNAL_FORMAT_NAMES.join(', ')}.`);
};

const numberIn = (text: string | null | undefined): number =>
  /^\d{1,9}$/.test(text ?? '') ? Number(text) : Number.NaN;

/** The batches of postings for accounting software, and their files. */
export const journalRoutes = (deps: QueryDeps): Endpoint[] => {
  const [list, open] = [listJournalBatches(deps), openJournalBatch(deps)];
  const written = async (request: ApiRequest) => {
    const { caller, params } = request;
    const format = formatOf(request);
    const batch = await open(caller, numberIn(params.journal_number));
    return { subdomain: caller.site.subdomain, batch, format };
  };
  return [
    {
      name: 'journals',
      method: 'GET',
      path: BATCHES,
      parameters: ['before'],
      async handle({ caller, query }) {
        const before = query.get('before');
        if (before !== null && Number.isNaN(numberIn(before))) {
          throw new Failure('bad_request', {}, 'Give the number of a batch as before, such as 7.');
        }
        const batches = await list(caller, before === null ? undefined : numberIn(before));
        return shown(journalList, { batches: batches.map((batch) => ({ ...batch, files: [] })) });
      },
    },
    {
      name: 'journal',
      method: 'GET',
      path: BATCH,
      parameters: ['format'],
      async handle(request) {
        const asked = await written(request);
        return shown(journalBatch, { ...asked.batch, files: await journalFiles(asked) });
      },
    },
    {
      name: 'journal_file',
      method: 'GET',
      path: `${BATCH}/files/:journal_file`,
      offers: [CSV, PLAIN_TEXT],
      parameters: ['format'],
      async handle(request) {
        const asked = await written(request);
        const file = await needJournalFile(asked, request.params.journal_file ?? '');
        return request.accepts === CSV || request.accepts === PLAIN_TEXT
          ? { is: 'printed', type: JOURNAL_FORMATS[asked.format].type, bytes: openJournalFile(asked, file) }
          : shown(journalFile, file);
      },
    },
  ];
};
