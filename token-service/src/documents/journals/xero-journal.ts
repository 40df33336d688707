import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import { csvStream } from '../csv/csv-file.ts';
import type { JournalFormat, NumberedDocument } from './format.ts';
import { documentWords, partsOfDay } from './wording.ts';

const COLUMNS = [
  ...[{ name: '*Narration' }, { name: '*Date' }, { name: 'Description' }, { name: '*AccountCode' }],
  ...[{ name: '*TaxRate' }, { name: '*Amount', numeric: true }],
  ...['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2'].map((name) => ({ name })),
];

/** Tax is posted to an account of its own, so Xero is not to compute any. */
const NO_TAX = 'Tax Exempt';

async function* rowsOf(documents: AsyncIterable<NumberedDocument>): AsyncGenerator<readonly string[]> {
  for await (const document of documents) {
    const [year, month, day] = partsOfDay(document.day);
    for (const { ledger_account, account, cost_centre, tax_code, amount } of document.lines) {
      yield [
        // Lines of one narration and date are one journal.
        `${document.number} ${documentWords(document)}`,
        `${day}/${month}/${year}`,
        ledger_account.replaceAll('_', ' '),
        account,
        tax_code ?? NO_TAX,
        decimalText(amount, document.currency),
        ...(cost_centre === null ? ['', ''] : ['Cost centre', cost_centre]),
        ...['', ''],
      ];
    }
  }
}

/** Manual journals of Xero, which knows no currency of a line, and reads at most 300 lines of a file. */
export const xeroJournal: JournalFormat = {
  label: 'Xero manual journal',
  type: 'text/csv; charset=utf-8',
  prefix: 'journal-xero-',
  extension: 'csv',
  mostLines: 300,
  groupOf: ({ currency }) => currency,
  write: (_batch, _file, documents) => csvStream(COLUMNS, rowsOf(documents)),
};
