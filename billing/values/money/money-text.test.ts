import { describe, expect, it } from 'vitest';
import { allCurrencies } from '../../resources/currencies.ts';
import { MAX_CENTS } from './cents.ts';
import { minorDigits } from './currency.ts';
import { amountText, currencySymbol, moneyFormat } from './money-text.ts';

const LOCALES = ['en-US', 'en-IN', 'de', 'de-AT', 'de-CH', 'fr', 'fr-CA', 'es', 'es-MX', 'it', 'nl', 'pt-BR', 'pt-PT'];
const AMOUNTS = [0, 5, 100, 129_950, -129_950, MAX_CENTS];

/** The digits behind the decimal separator, which is the last separator unless all groups of three follow. */
const decimalsOf = (text: string, locale: string, currency: string): string => {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: 1 });
  const separator = parts.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '';
  const [, decimals = ''] = text.split(separator).map((part) => /\d+/.exec(part)?.[0] ?? '');
  return minorDigits(currency) === 0 ? '' : decimals;
};
const numberIn = (text: string): number => Number(text.replaceAll(/\D/g, ''));

describe.each(LOCALES)('money in %s', (locale) => {
  it('has the digits of ISO 4217 in every currency, and reads as the same cents', () => {
    for (const currency of allCurrencies()) {
      const format = moneyFormat(locale, currency);
      for (const cents of AMOUNTS) {
        const text = format(cents);
        expect([text, numberIn(text)]).toEqual([text, Math.abs(cents)]);
        expect([text, decimalsOf(text, locale, currency).length]).toEqual([text, minorDigits(currency)]);
        expect(/[-−]/.test(text)).toBe(cents < 0);
      }
    }
  });
});

it.each([
  ['en-US', 'HUF', 129_950, 'HUF 1,299.50'],
  ['de', 'HUF', 129_950, '1.299,50 HUF'],
  ['en-US', 'IQD', 1234, 'IQD 1.234'],
  ['en-US', 'JPY', 2900, '¥2,900'],
  ['fr', 'EUR', -1, '-0,01 €'],
])('in %s: %s %d is %s', (locale, currency, cents, text) => {
  expect(moneyFormat(locale, currency)(cents).replaceAll(/\s/g, ' ')).toBe(text);
});

it.each([
  [1450, 'USD', '14.50 USD'],
  [-300, 'USD', '-3.00 USD'],
  [129_950, 'HUF', '1299.50 HUF'],
  [2900, 'JPY', '2900 JPY'],
  [1000, 'JPY', '1000 JPY'],
  [1234, 'KWD', '1.234 KWD'],
])('for operators, %d %s is %s', (cents, currency, text) => {
  expect(amountText(cents, currency)).toBe(text);
});

it('writes a symbol without digits or spaces for every currency', () => {
  for (const currency of allCurrencies()) expect(currencySymbol(currency)).toMatch(/^[^\d\s]+$/);
  expect(['USD', 'EUR', 'KWD'].map(currencySymbol)).toEqual(['$', '€', 'KWD']);
});
