import { moneyFormat } from '@service/billing/values/money/money-text.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { documentDirection } from './document-language.ts';

/** The formats of amounts, dates, rates and countries in one language. */
export interface Formats {
  /** Formats cents. */
  readonly money: (cents: number) => string;
  /** Formats cents of another currency. */
  readonly moneyIn: (currency: string) => (cents: number) => string;
  /** Formats a number, or a decimal text of up to nine places. */
  readonly quantity: (count: number | string) => string;
  /** Formats a decimal fraction: `0.0875`. */
  readonly rate: (rate: string) => string;
  readonly date: (at: Seconds) => string;
  /** A date in short. */
  readonly day: (at: Seconds) => string;
  readonly period: (from: Seconds, to: Seconds) => string;
  /** `December 2026`; the month from 1 to 12. */
  readonly month: (year: number, month: number) => string;
  /** Returns the name for an ISO 3166 code. */
  readonly country: (code: string) => string;
}

/** `timeZone` is an IANA name: days begin where the merchant is. */
export const formatsFor = (language: string, currency: string, timeZone: string): Formats => {
  const locale = formatLocale(language);
  const whole = documentDirection(locale) === 'rtl' ? leftToRight : (text: string) => text;
  const moneyIn = (of: string) => {
    const money = moneyFormat(locale, of);
    return (cents: number): string => whole(written(money(cents)).replace('-', '−'));
  };
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 });
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 9 });
  const long = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  const short = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const dated = firstDayOf(locale);
  const day = (at: Seconds): string => dated(written(short.format(at * 1000)));
  return {
    money: moneyIn(currency),
    moneyIn,
    quantity: (count) => written(plain.format(count as number)),
    rate: (rate) => written(percent.format(Number(rate))),
    date: (at) => dated(written(long.format(at * 1000))),
    day,
    period: (from, to) => `${day(from)} – ${day(to)}`,
    month: (year, month) => written(months.format(Date.UTC(year, month - 1, 1))),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code),
  };
};

/** The first day of a month, in languages that write it as an ordinal. Intl writes `1 mars`. */
const FIRST_DAYS: readonly (readonly [locale: RegExp, day: string])[] = [
  [/^fr\b/, '1er'],
  [/^pt-BR\b/, '1º'],
];

/** Returns a function that writes the first day of a month in a date as the language does: `1er mars 2026`. */
const firstDayOf = (locale: string): ((date: string) => string) => {
  const [, day] = FIRST_DAYS.find(([pattern]) => pattern.test(locale)) ?? [];
  return day === undefined ? (date) => date : (date) => date.replace(/^1(?=\s)/, day);
};

/**
 * Returns the locale with the digits and the calendar of contracts: numbers of invoices and cards have no others, and
 * an Arabic locale may prefer Arabic digits and the Islamic calendar.
 */
export const formatLocale = (locale: string): string =>
  new Intl.Locale(locale, { numberingSystem: 'latn', calendar: 'gregory' }).toString();

const MARKS = /[\u061c\u200e\u200f]/g;

/** Isolates an amount as a whole, which text from right to left would otherwise divide: `US$` would become `$US`. */
const leftToRight = (text: string): string => `\u2066${text.replaceAll(MARKS, '')}\u2069`;

/** A space that does not break and is as wide as others reads better in columns than the narrow ones Intl writes. */
const written = (text: string): string => text.replaceAll(/[\u2007\u2009\u200a\u202f]/g, '\u00a0');
