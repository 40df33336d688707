import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import { csvStream } from '../csv/csv-file.ts';
import type { JournalFormat, NumberedDocument } from './format.ts';
import { documentWords, partsOfDay } from './wording.ts';

const COLUMNS = [
  ...[{ name: 'JournalNo' }, { name: 'JournalDate' }, { name: 'AccountName' }],
  ...[
    { name: 'Debits', numeric: true },
    { name: 'Credits', numeric: true },
  ],
  ...[{ name: 'Description' }, { name: 'Name' }, { name: 'Currency' }, { name: 'Class' }],
];

async function* rowsOf(documents: AsyncIterable<NumberedDocument>): AsyncGenerator<readonly string[]> {
  for await (const document of documents) {
    const { number, currency, account_code } = document;
    const [year, month, day] = partsOfDay(document.day);
    for (const { account, cost_centre, amount } of document.lines) {
      const size = decimalText(Math.abs(amount), currency);
      yield [
        ...[number, `${month}/${day}/${year}`, account],
        ...(amount > 0 ? [size, ''] : ['', size]),
        // QuickBooks wants a customer on lines of its receivable account; a summary of a day has none.
        ...[documentWords(document), account_code ?? '', currency, cost_centre ?? ''],
      ];
    }
  }
}

/** Journal entries of QuickBooks Online, which reads at most 1,000 lines of a file. */
export const quickbooksJournal: JournalFormat = {
  label: 'QuickBooks journal',
  type: 'text/csv; charset=utf-8',
  prefix: 'journal-quickbooks-',
  extension: 'csv',
  mostLines: 1000,
  groupOf: () => '',
  write: (_batch, _file, documents) => csvStream(COLUMNS, rowsOf(documents)),
};
