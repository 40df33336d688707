import type { ExchangeRate } from '@service/billing/domain/exchange-rates/exchange-rate.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { parseStringPromise } from 'xml2js';

/** A file that is none of those that the European Central Bank publishes. The message says what to give instead. */
export class EcbFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EcbFileError';
  }
}

const WANTED =
  'Give eurofxref-hist.csv, eurofxref.csv, eurofxref-daily.xml or eurofxref-hist.xml of the European Central Bank.';
/** Cells of currencies without a rate. */
const WITHOUT_RATE = ['', 'N/A'];
const ARCHIVE = 'PK';

/**
 * Reads the euro reference rates of a file of the European Central Bank: CSV with a column for each currency, or XML.
 * Rates are those of one euro, as they are written. Throws `EcbFileError` for any other file.
 */
export const readEcbFile = async (text: string): Promise<readonly ExchangeRate[]> => {
  if (text.startsWith(ARCHIVE)) {
    throw new EcbFileError('The file is a ZIP archive. Unpack it, and give the CSV file in it.');
  }
  const content = text.replace(/^\uFEFF/, '').trim();
  const rates = content.startsWith('<') ? await ratesOfXml(content) : ratesOfCsv(content);
  if (rates.length === 0) throw new EcbFileError(`The file has no rates. ${WANTED}`);
  return rates;
};

const ratesOfCsv = (content: string): readonly ExchangeRate[] => {
  const [head = [], ...rows] = cellsOf(content);
  const [date, ...currencies] = head;
  if (date !== 'Date') throw new EcbFileError(`The first line does not begin with Date. ${WANTED}`);
  return rows.flatMap(([day = '', ...rates]) =>
    currencies.flatMap((currency, place) => {
      const rate = rates[place] ?? '';
      // Each line ends with a comma.
      return currency === '' || WITHOUT_RATE.includes(rate) ? [] : [{ day: isoDayOf(day), currency, rate }];
    }),
  );
};

const cellsOf = (content: string): readonly (readonly string[])[] => {
  try {
    return parse(content, { trim: true, skip_empty_lines: true, relax_column_count: true });
  } catch (error) {
    if (error instanceof CsvError) throw new EcbFileError(`The file is no CSV: ${error.message}. ${WANTED}`);
    throw error;
  }
};

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Returns a day of a file as `2026-11-27`: the file of one day writes `27 November 2026`. */
const isoDayOf = (written: string): string => {
  const [, day = '', month = '', year] = /^(\d{1,2}) (\w+) (\d{4})$/.exec(written) ?? [];
  const number = MONTHS.indexOf(month) + 1;
  if (year === undefined || number === 0) return written;
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
};

/** Elements of the XML files: days with their rates, each within the element around them. */
interface Cube {
  readonly $?: Readonly<Record<string, string>>;
  readonly Cube?: readonly (Cube | string)[];
}

const ratesOfXml = async (content: string): Promise<readonly ExchangeRate[]> => {
  const document = await parsed(content);
  const days = cubesIn(document['gesmes:Envelope']).flatMap(cubesIn);
  if (days.length === 0) throw new EcbFileError(`The XML document has no rates. ${WANTED}`);
  return days.flatMap((cube) =>
    cubesIn(cube).map(({ $: { currency = '', rate = '' } = {} }) => ({ day: cube.$?.time ?? '', currency, rate })),
  );
};

/** Empty elements are read as text. */
const cubesIn = (parent: Cube | undefined): readonly Cube[] =>
  (parent?.Cube ?? []).filter((cube): cube is Cube => typeof cube !== 'string');

const parsed = async (content: string): Promise<Readonly<Record<string, Cube | undefined>>> => {
  try {
    return (await parseStringPromise(content)) ?? {};
  } catch (error) {
    throw new EcbFileError(`The file is no XML: ${(error as Error).message.split('\n')[0]}. ${WANTED}`);
  }
};
