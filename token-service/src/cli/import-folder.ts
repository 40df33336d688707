import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ImportFiles } from '@service/billing/ports/import-files.ts';
import { CsvError, parse } from 'csv-parse';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';

/** A row is far shorter. */
const MOST_BYTES_OF_ROW = 1_000_000;

/**
 * Opens the CSV files of a folder, or the only one that the path names under another name. Throws `OperatorTrouble`
 * where there is none.
 */
export const importFolder = async (path: string, named?: string): Promise<ImportFiles> => {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new OperatorTrouble(`There is no folder ${path}. Write the folder that has the files.`);
  if (found.isDirectory()) {
    const names = (await readdir(path)).filter((name) => name.toLowerCase().endsWith('.csv')).sort();
    return { names, rows: (file) => rowsOf(join(path, file)) };
  }
  if (named === undefined) throw new OperatorTrouble(`${path} is a file. Write the folder that it is in.`);
  return { names: [named], rows: () => rowsOf(join(dirname(path), basename(path))) };
};

async function* rowsOf(path: string): AsyncGenerator<readonly string[]> {
  const parser = parse({
    bom: true,
    relax_column_count: false,
    skip_empty_lines: true,
    max_record_size: MOST_BYTES_OF_ROW,
  });
  const source = createReadStream(path);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const cells of parser) yield cells as string[];
  } catch (error) {
    if (error instanceof CsvError) throw new OperatorTrouble(`${basename(path)} cannot be read: ${csvWords(error)}`);
    throw error;
  } finally {
    source.destroy();
  }
}

/** The place of a fault, without the text that is there. */
const csvWords = ({ code, ...error }: CsvError): string => {
  const line = `Line ${String(error.lines ?? '?')}`;
  switch (code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
    case 'CSV_RECORD_INCONSISTENT_COLUMNS':
      return `${line} has more or fewer cells than the first row. Separate cells by commas, and put quotes around those that contain one.`;
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'A quote is opened and not closed. Close it, and write quotes within a cell twice.';
    case 'CSV_MAX_RECORD_SIZE':
      return `${line} is too long. Close its quotes.`;
    default:
      return `${line} is no CSV. Write quotes within a cell twice, and put quotes around the cell.`;
  }
};
