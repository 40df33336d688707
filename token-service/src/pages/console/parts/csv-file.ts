import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { ConsolePage } from '../visit.ts';

/** Sends rows as a CSV file, as they are read, so that a file of any size takes the same memory. */
export const sendCsvFile = (
  ctx: Pick<ConsolePage, 'set' | 'body'>,
  name: string,
  columns: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): void => {
  const lines = stringify({
    header: true,
    columns: [...columns],
    record_delimiter: '\r\n',
    // A cell that begins with =, +, - or @ would be a formula in a spreadsheet.
    escape_formulas: true,
  });
  ctx.set('Content-Type', 'text/csv; charset=utf-8');
  ctx.set('Content-Disposition', `attachment; filename="${name}"`);
  ctx.body = Readable.from(rows).pipe(lines);
};
