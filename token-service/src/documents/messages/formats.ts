import { moneyFormat } from '@service/billing/values/money/money-text.ts';
import type { Seconds } from '@service/billing/values/time.ts';

/** The formats of amounts, dates, rates and countries in one language. */
export interface Formats {
  /** Formats cents. */
  readonly money: (cents: number) => string;
  readonly quantity: (count: number) => string;
  /** Formats a decimal fraction: `0.0875`. */
  readonly rate: (rate: string) => string;
  readonly date: (at: Seconds) => string;
  /** A date in short. */
  readonly day: (at: Seconds) => string;
  readonly period: (from: Seconds, to: Seconds) => string;
  /** Returns the name for an ISO 3166 code. */
  readonly country: (code: string) => string;
}

/** `timeZone` is an IANA name: days begin where the merchant is. */
export const formatsFor = (locale: string, currency: string, timeZone: string): Formats => {
  const money = moneyFormat(locale, currency);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 });
  const plain = new Intl.NumberFormat(locale);
  const long = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  const short = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const day = (at: Seconds): string => written(short.format(at * 1000));
  return {
    money: (cents) => written(money(cents)).replace('-', '−'),
    quantity: (count) => written(plain.format(count)),
    rate: (rate) => written(percent.format(Number(rate))),
    date: (at) => written(long.format(at * 1000)),
    day,
    period: (from, to) => `${day(from)} – ${day(to)}`,
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code),
  };
};

/** A space that does not break and is as wide as others reads better in columns than the narrow ones Intl writes. */
const written = (text: string): string => text.replaceAll(/[\u2007\u2009\u200a\u202f]/g, '\u00a0');
