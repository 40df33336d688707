import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

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

/** Returns a CSV file (RFC 4180) of rows as they are read, so that a file of any size takes the same memory. */
export const csvStream = (columns: readonly CsvColumn[], rows: AsyncIterable<readonly string[]>): Readable => {
  const lines = stringify({ header: true, columns: columns.map((column) => column.name), record_delimiter: '\r\n' });
  async function* cells() {
    for await (const row of rows) yield row.map((text, place) => cellOf(text, columns[place]));
  }
  // Rows that cannot be read end the file with their error, which its reader gets.
  pipeline(Readable.from(cells()), lines, () => {});
  return lines;
};

interface AnswerWithFile {
  set(name: string, value: string): void;
  body: unknown;
}

/** Answers with a CSV file. */
export const sendCsv = (ctx: AnswerWithFile, name: string, file: Readable): void => {
  ctx.set('Content-Type', 'text/csv; charset=utf-8');
  ctx.set('Content-Disposition', `attachment; filename="${name}"`);
  ctx.body = file;
};

/** Answers with rows as a CSV file. */
export const sendCsvFile = (
  ctx: AnswerWithFile,
  name: string,
  columns: readonly CsvColumn[],
  rows: AsyncIterable<readonly string[]>,
): void => sendCsv(ctx, name, csvStream(columns, rows));
