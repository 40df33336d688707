import {
  type ImportColumns,
  type ImportProblem,
  type ImportRow,
  type ImportTable,
  readHeader,
  readImportRow,
} from '../../domain/imports/column.ts';
import type { ImportFiles } from '../../ports/import-files.ts';

/** Problems that are kept; further ones are only counted. */
export const MOST_PROBLEMS = 100;

/** The problems of an import, of which the first are kept. */
export class ImportProblems {
  readonly first: ImportProblem[] = [];
  count = 0;

  add(problem: ImportProblem): void {
    this.count += 1;
    if (this.first.length < MOST_PROBLEMS) this.first.push(problem);
  }
}

/** A row of a file, with a way to report its problems. */
export interface ImportedRow<C extends ImportColumns> {
  readonly row: number;
  /** Values of cells that could be read. */
  readonly values: ImportRow<C>;
  /** Whether every cell could be read. */
  readonly isRead: boolean;
}

/** Returns the name that a table's file has among those that there are; undefined where it is missing. */
export const importFileOf = (
  { names }: ImportFiles,
  { file, otherFiles }: Pick<ImportTable, 'file' | 'otherFiles'>,
): string | undefined => [file, ...otherFiles].find((name) => names.includes(name));

/** Reads the rows of a table in memory one at a time; none where the file is missing. Reports what cannot be read. */
export async function* importRows<C extends ImportColumns>(
  files: ImportFiles,
  table: ImportTable<C>,
  problems: ImportProblems,
): AsyncGenerator<ImportedRow<C>, void> {
  const file = importFileOf(files, table);
  if (file === undefined) return;
  let header: ReturnType<typeof readHeader> | undefined;
  let row = 0;
  for await (const cells of files.rows(file)) {
    row += 1;
    if (header === undefined) {
      header = readHeader(table, cells);
      for (const problem of header.problems) problems.add({ file, row, ...problem });
      if (header.problems.length > 0) return;
      continue;
    }
    const { values, problems: found } = readImportRow(table, header, cells);
    for (const problem of found) problems.add({ file, row, ...problem });
    yield { row, values, isRead: found.length === 0 };
  }
  if (row === 0)
    problems.add({ file, row: 1, column: null, says: 'The file is empty. Write the names of the columns first.' });
}
