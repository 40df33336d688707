import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { ConsolePage } from '../visit.ts';

/** One column of a CSV file. */
export interface CsvColumn {
  readonly name: string;
  /** Whether this service writes numbers into it, which stay numbers when they are below 0. */
  readonly numeric?: boolean;
}

const NUMBER = /^-?\d+(\.\d+)?$/;
/** A cell that begins so would be a formula in a spreadsheet. The last four are the same signs at full width. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

const cellOf = (text: string, { numeric = false }: CsvColumn | undefined = { name: '' }): string =>
  FORMULA.test(text) && !(numeric && NUMBER.test(text)) ? `'${text}` : text;

/** Sends rows as a CSV file, as they are read, so that a file of any size takes the same memory. */
export const sendCsvFile = (
  ctx: Pick<ConsolePage, 'set' | 'body'>,
  name: string,
  columns: readonly CsvColumn[],
  rows: AsyncIterable<readonly string[]>,
): void => {
  const lines = stringify({ header: true, columns: columns.map((column) => column.name), record_delimiter: '\r\n' });
  async function* cells() {
    for await (const row of rows) yield row.map((text, place) => cellOf(text, columns[place]));
  }
  ctx.set('Content-Type', 'text/csv; charset=utf-8');
  ctx.set('Content-Disposition', `attachment; filename="${name}"`);
  ctx.body = Readable.from(cells()).pipe(lines);
};
