import type { ConversionRates } from '../../values/money/converted-cents.ts';

/** A euro reference rate of the European Central Bank. */
export interface ExchangeRate {
  /** The day of its publication: `2026-09-30`. */
  readonly day: string;
  readonly currency: string;
  /** Units of the currency for one euro, as published: `11.0565`. */
  readonly rate: string;
}

/** The currency that all rates are for one unit of, and its rate. */
export const EURO = 'EUR';

/** The day of the first euro reference rates. */
export const FIRST_RATES_DAY = '1999-01-04';
const ONE = '1';

/** Returns the text of the rate of a currency among those of one day; undefined where there is none. */
export const rateAmong = (rates: ReadonlyMap<string, ExchangeRate>, currency: string): string | undefined =>
  currency === EURO ? ONE : rates.get(currency)?.rate;

/** Returns the rates of a conversion for people: `1 EUR = 11.0565 SEK`, `1 EUR = 11.0565 SEK = 0.8732 GBP`. */
export const conversionText = (from: string, to: string, rates: ConversionRates): string =>
  ['1 EUR', ...(from === EURO ? [] : [`${rates.from} ${from}`]), ...(to === EURO ? [] : [`${rates.to} ${to}`])].join(
    ' = ',
  );
