import { type Fault, isFault, type Kind } from '../../resources/kind.ts';
import type { Field } from '../../resources/schema.ts';
import { LATEST } from '../../resources/version.ts';
import { containsCardNumber } from '../../values/card/find.ts';
import { centsOf } from '../../values/money/decimal-text.ts';

/** One column of a file of an import. */
export interface ImportColumn<T = unknown> {
  readonly kind: Pick<Kind<T>, 'name' | 'read' | 'check'>;
  readonly required?: true;
  /** Other names of the column in exports of other systems. */
  readonly synonyms?: readonly string[];
  /** Names of the column in files that have whole cents; only of amounts. */
  readonly inCents?: readonly string[];
  /** The meaning of its values, for the documentation. */
  readonly holds: string;
}

export type ImportColumns = Readonly<Record<string, ImportColumn>>;

/** The values of a row by column; undefined for an empty cell. */
export type ImportRow<C extends ImportColumns = ImportColumns> = {
  readonly [K in keyof C]: (C[K] extends ImportColumn<infer T> ? T : never) | undefined;
};

/** A file of an import, as it is documented and read. */
export interface ImportTable<C extends ImportColumns = ImportColumns> {
  /** The file, such as `accounts.csv`. */
  readonly file: string;
  /** Other names that the file may have. */
  readonly otherFiles: readonly string[];
  readonly holds: string;
  readonly columns: C;
  /** Columns of exports that an import has no use for. */
  readonly ignored: readonly string[];
}

export const importTable = <C extends ImportColumns>(table: ImportTable<C>): ImportTable<C> => table;

/** A problem of a file: row 1 has the names of the columns. It never repeats a value. */
export interface ImportProblem {
  /** Null: the folder. */
  readonly file: string | null;
  /** Null: the file as a whole, such as one that is missing. */
  readonly row: number | null;
  /** Null: the whole row, or the whole file. */
  readonly column: string | null;
  /** The problem, and what to write instead. */
  readonly says: string;
}

/** Returns the kind of a field of a resource table, so that a file is checked by the rules of the API. */
export const kindOf = <T>({ input }: Field<T>): Kind<T> => {
  if (input?.is !== 'value') throw new RangeError('Only a plain value can be a column.');
  return input.kind as Kind<T>;
};

/** An amount as it is written: its cents depend on the currency of the row. */
export interface WrittenAmount {
  readonly text: string;
  readonly isInCents: boolean;
}

/** Returns the cents of an amount in a currency. */
export const centsIn = ({ text, isInCents }: WrittenAmount, currency: string): number =>
  isInCents ? Number(text) : centsOf(text, currency);

/** At most ten million of the largest unit. */
const AMOUNT = /^\d{1,10}(\.\d{1,4})?$/;

export const AMOUNT_KIND: ImportColumn<WrittenAmount>['kind'] = {
  name: 'an amount such as 19.99, in whole units of the currency, with a point and without a sign or separators',
  read: (text) => (AMOUNT.test(text) ? { text, isInCents: false } : { symbol: 'invalid' }),
};

export const CENTS_KIND: ImportColumn<WrittenAmount>['kind'] = {
  name: 'whole cents such as 1999',
  read: (text) => (/^\d{1,12}$/.test(text) ? { text, isInCents: true } : { symbol: 'invalid' }),
};

/** The place of each column of a file: by name, and whether its amounts are in cents. */
export interface ImportHeader {
  readonly places: ReadonlyMap<string, { readonly place: number; readonly written: string; readonly inCents: boolean }>;
  readonly problems: readonly Omit<ImportProblem, 'file' | 'row'>[];
}

const folded = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

/** Names of columns that could only hold what must not be in a file. */
const FORBIDDEN = ['number', 'card_number', 'credit_card_number', 'pan', 'cvv', 'verification_value', 'security_code'];

/** Finds the columns of a file by the names in its first row. */
export const readHeader = (
  { columns, ignored }: Pick<ImportTable, 'columns' | 'ignored'>,
  cells: readonly string[],
): ImportHeader => {
  const named = new Map<string, { readonly name: string; readonly inCents: boolean }>();
  for (const [name, { synonyms = [], inCents = [] }] of Object.entries(columns)) {
    for (const each of [name, ...synonyms]) named.set(each, { name, inCents: false });
    for (const each of inCents) named.set(each, { name, inCents: true });
  }
  const places = new Map<string, { place: number; written: string; inCents: boolean }>();
  const problems: Omit<ImportProblem, 'file' | 'row'>[] = [];
  for (const [place, written] of cells.entries()) {
    const found = named.get(folded(written));
    if (!found) {
      if (FORBIDDEN.includes(folded(written)))
        problems.push({
          column: written,
          says: 'Card numbers are not imported. Remove the column, and name the method by the token of the gateway.',
        });
      else if (written.trim() !== '' && !ignored.includes(folded(written)))
        problems.push({
          column: written,
          says: `There is no such column. Remove it, or write one of ${Object.keys(columns).join(', ')}.`,
        });
      continue;
    }
    const before = places.get(found.name);
    // Exports have an amount twice, in whole units and in cents.
    if (before && before.inCents === found.inCents)
      problems.push({
        column: written,
        says: `The column ${before.written} has the same meaning. Remove one of them.`,
      });
    if (!before || before.inCents) places.set(found.name, { place, written, inCents: found.inCents });
  }
  for (const [name, { required }] of Object.entries(columns)) {
    if (required && !places.has(name))
      problems.push({ column: name, says: 'The column is missing. Add it to the first row.' });
  }
  return { places, problems };
};

/** A row with what could be read of it. */
export interface ReadImportRow<C extends ImportColumns = ImportColumns> {
  readonly values: ImportRow<C>;
  readonly problems: readonly Omit<ImportProblem, 'file' | 'row'>[];
}

/** Reads the cells of a row. */
export const readImportRow = <C extends ImportColumns>(
  { columns }: Pick<ImportTable<C>, 'columns'>,
  { places }: ImportHeader,
  cells: readonly string[],
): ReadImportRow<C> => {
  const problems: Omit<ImportProblem, 'file' | 'row'>[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, column] of Object.entries(columns)) {
    const found = places.get(name);
    if (!found) continue;
    const text = (cells[found.place] ?? '').trim();
    const problem = (says: string) => void problems.push({ column: found.written, says });
    if (text === '') {
      if (column.required) problem(`The cell is empty. Write ${column.kind.name}.`);
      continue;
    }
    if (containsCardNumber(text)) {
      problem('The cell looks like a card number, which is not imported. Name the method by the token of the gateway.');
      continue;
    }
    const kind = found.inCents ? CENTS_KIND : column.kind;
    const value = kind.read(text);
    const fault = isFault(value) ? value : kind.check?.(value as never, LATEST);
    if (fault) problem(faultWords(fault, kind.name));
    else values[name] = value;
  }
  return { values: values as ImportRow<C>, problems };
};

const faultWords = ({ symbol, count }: Fault, expected: string): string => {
  if (symbol === 'too_long') return `The text is too long. Write at most ${count} characters.`;
  if (symbol === 'greater_than_or_equal_to') return `The number is too small. Write ${count} or more.`;
  if (symbol === 'less_than_or_equal_to') return `The number is too large. Write ${count} or less.`;
  return `The value cannot be read. Write ${expected}.`;
};
