import { readFile } from 'node:fs/promises';
import { isCountry } from '@service/billing/resources/countries.ts';
import { isTaxRegion } from '@service/billing/values/tax/places.ts';
import { type RateLine, type RateTable, rateTable, type UntaxedPlace } from '@service/billing/values/tax/rates.ts';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';

/** A file of rates (see the README of this folder). */
export interface RatesFile {
  readonly rates: readonly RateLine[];
  readonly untaxed: readonly UntaxedPlace[];
}

const SHIPPED = new URL('./rates.json', import.meta.url);

/** The rates that come with the service, and those of `TAX_RATES_FILE` in place of theirs. Throws `OperatorTrouble`. */
export const openTaxRates = async (path: string | null): Promise<RateTable> => {
  const shipped = readRates(await readFile(SHIPPED, 'utf8'));
  if (path === null) return rateTable(shipped.rates, shipped.untaxed);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new OperatorTrouble(
      `TAX_RATES_FILE: ${path} cannot be read. Name a file that this user can read, or leave it out.`,
      { cause },
    );
  });
  const { rates, untaxed } = merged(shipped, readRates(text));
  return rateTable(rates, untaxed);
};

/** Merges the files: for each country in the merchant's file, its entries replace all shipped ones. */
export const merged = (shipped: RatesFile, own: RatesFile): RatesFile => {
  const countries = new Set([...own.rates, ...own.untaxed].map(({ country }) => country));
  const others = ({ country }: { readonly country: string }): boolean => !countries.has(country);
  return {
    rates: [...shipped.rates.filter(others), ...own.rates],
    untaxed: [...shipped.untaxed.filter(others), ...own.untaxed],
  };
};

/**
 * Reads the JSON text of a file of rates. Throws a one-line message that names what is wrong, and says what to write.
 */
export const readRates = (text: string): RatesFile => {
  const file = object('the file', parsed(text), ['rates', 'untaxed']);
  return {
    rates: list('rates', file.rates ?? []).map((line, index) => rateLine(`rates[${index}]`, line)),
    untaxed: list('untaxed', file.untaxed ?? []).map((line, index) => untaxedPlace(`untaxed[${index}]`, line)),
  };
};

const trouble = (what: string, wanted: string): OperatorTrouble =>
  new OperatorTrouble(`TAX_RATES_FILE: ${what} cannot be used: ${wanted}.`);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw trouble('the file', `it is no JSON (${reason})`);
  }
};

type Members = Readonly<Record<string, unknown>>;

const object = (what: string, value: unknown, members: readonly string[]): Members => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw trouble(what, `write an object with ${members.join(', ')}`);
  }
  const stranger = Object.keys(value).find((name) => !members.includes(name));
  if (stranger !== undefined) throw trouble(`${what}.${stranger}`, `there are only ${members.join(', ')}`);
  return value as Members;
};

const list = (what: string, value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw trouble(what, 'write a list in brackets');
  return value;
};

const rateLine = (what: string, value: unknown): RateLine => {
  const line = object(what, value, ['country', 'region', 'postal_codes', 'tax', 'percent']);
  const country = countryOf(what, line);
  const region = regionOf(what, country, line);
  return {
    country,
    ...(region !== undefined && { region }),
    ...(line.postal_codes !== undefined && { postal_codes: postalCodes(what, line) }),
    tax: words(`${what}.tax`, line.tax),
    rate: fraction(what, line.percent),
  };
};

const untaxedPlace = (what: string, value: unknown): UntaxedPlace => {
  const line = object(what, value, ['place', 'country', 'postal_codes']);
  return { country: countryOf(what, line), postal_codes: postalCodes(what, line) };
};

const countryOf = (what: string, { country }: Members): string => {
  if (typeof country !== 'string' || !isCountry(country)) {
    throw trouble(`${what}.country`, 'write an ISO 3166 code of two capital letters, such as DE');
  }
  return country;
};

const regionOf = (what: string, country: string, { region }: Members): string | undefined => {
  if (region === undefined && country !== 'US') return undefined;
  if (typeof region !== 'string' || !isTaxRegion(`${country}-${region}`)) {
    throw trouble(`${what}.region`, 'write the two letters of a US state or a Canadian province, such as CA or QC');
  }
  return region;
};

const words = (what: string, value: unknown): string => {
  if (typeof value !== 'string' || value.trim() === '') throw trouble(what, 'write the name of the tax, such as VAT');
  return value;
};

/** A beginning, or two of one length in digits. */
const POSTAL_CODE = /^[A-Z0-9]{1,12}$/;
const RANGE = /^(\d{1,6})-(\d{1,6})$/;

const postalCodes = (what: string, { postal_codes }: Members): readonly string[] => {
  const codes = list(`${what}.postal_codes`, postal_codes);
  for (const code of codes) {
    if (typeof code !== 'string' || !(POSTAL_CODE.test(code) || isRange(code))) {
      throw trouble(
        `${what}.postal_codes`,
        'write beginnings in capital letters and digits, such as "SW1", or ranges of one length, such as "900-961"',
      );
    }
  }
  return codes as readonly string[];
};

const isRange = (code: string): boolean => {
  const [, first = '', last = ''] = RANGE.exec(code) ?? [];
  return first !== '' && first.length === last.length && first < last;
};

/** Decimals of a percentage. Two more in its fraction still print as such, not as an exponent. */
const DECIMALS = 4;

/** `8.75` percent is the fraction `0.0875`. */
const fraction = (what: string, percent: unknown): string => {
  const usable =
    typeof percent === 'number' && percent >= 0 && percent <= 100 && Number(percent.toFixed(DECIMALS)) === percent;
  if (!usable)
    throw trouble(`${what}.percent`, `write a number from 0 to 100 of at most ${DECIMALS} decimals, such as 8.75`);
  return String(Number((percent / 100).toFixed(DECIMALS + 2)));
};
