import type { Readable } from 'node:stream';
import { currencyOfValue, type ReportColumn, type ReportRow } from '@service/billing/domain/reports/report.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import { type CsvColumn, csvStream } from './csv-file.ts';

/** Returns a report as a CSV file, which is the same to the byte wherever it is asked for. */
export const reportCsv = (
  columns: readonly ReportColumn[],
  rows: AsyncIterable<ReportRow> | Iterable<ReportRow>,
): Readable => csvStream(reportCsvColumns(columns), reportCsvRows(columns, rows));

/** Returns the columns of a report in a file: amounts in whole units and in cents. */
export const reportCsvColumns = (columns: readonly ReportColumn[]): readonly CsvColumn[] =>
  columns.flatMap(({ name, kind }) =>
    kind === 'cents'
      ? [
          { name, numeric: true },
          { name: `${name}_in_cents`, numeric: true },
        ]
      : [{ name, numeric: kind === 'count' || kind === 'percent' }],
  );

/** Returns the rows of a report in a file. */
async function* reportCsvRows(
  columns: readonly ReportColumn[],
  rows: AsyncIterable<ReportRow> | Iterable<ReportRow>,
): AsyncGenerator<readonly string[]> {
  for await (const row of rows) {
    yield columns.flatMap((column) => {
      const { name, kind } = column;
      const value = row[name] ?? null;
      if (kind !== 'cents') return [value === null ? '' : String(value)];
      return value === null ? ['', ''] : [decimalText(Number(value), currencyOfValue(column, row)), String(value)];
    });
  }
}

/** Returns a row as programs read it: amounts are cents, and named so. */
export const reportJsonRow = (columns: readonly ReportColumn[], row: ReportRow): ReportRow =>
  Object.fromEntries(
    columns.map(({ name, kind }) => [kind === 'cents' ? `${name}_in_cents` : name, row[name] ?? null]),
  );
