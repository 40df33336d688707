import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import { csvStream } from '../csv/csv-file.ts';
import type { JournalFormat, NumberedDocument } from './format.ts';

const COLUMNS = [
  ...['batch', 'journal_number', 'date', 'currency', 'kind', 'invoice_number', 'customer_code', 'movement_id'],
  ...['ledger_account', 'account', 'cost_centre', 'tax_code'],
].map((name) => ({ name }));

const AMOUNTS = ['debit', 'debit_in_cents', 'credit', 'credit_in_cents'].map((name) => ({ name, numeric: true }));

/** The amount in whole units and in cents, where it is above 0. */
const amountCells = (amount: number, currency: string): readonly string[] =>
  amount > 0 ? [decimalText(amount, currency), String(amount)] : ['', ''];

async function* rowsOf(batch: number, documents: AsyncIterable<NumberedDocument>): AsyncGenerator<readonly string[]> {
  for await (const document of documents) {
    const { number, day, currency, kind, invoice_number, account_code, movement_id, lines } = document;
    for (const { ledger_account, account, cost_centre, tax_code, amount } of lines) {
      yield [
        ...[String(batch), number, day, currency, kind, invoice_number ?? '', account_code ?? '', movement_id ?? ''],
        ...[ledger_account, account, cost_centre ?? '', tax_code ?? ''],
        ...amountCells(amount, currency),
        ...amountCells(-amount, currency),
      ];
    }
  }
}

/** A line for each posting, with amounts in whole units and in cents. */
export const csvJournal: JournalFormat = {
  label: 'CSV',
  type: 'text/csv; charset=utf-8',
  prefix: 'journal-',
  extension: 'csv',
  groupOf: () => '',
  write: ({ number }, _file, documents) => csvStream([...COLUMNS, ...AMOUNTS], rowsOf(number, documents)),
};
