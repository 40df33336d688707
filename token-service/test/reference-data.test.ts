import { allCountries } from '@service/billing/resources/countries.ts';
import { allCurrencies } from '@service/billing/resources/currencies.ts';
import { minorDigits } from '@service/billing/values/money/currency.ts';
import currencyCodes from 'currency-codes';
import isoCountries from 'i18n-iso-countries';
import { expect, test } from 'vitest';

test('countries are those of ISO 3166-1', () => {
  const assigned = Object.keys(isoCountries.getAlpha2Codes()).filter((code) => code !== 'XK'); // Kosovo: in use, not assigned
  expect([...allCountries()].sort()).toEqual(assigned.sort());
});

test('currencies are those of ISO 4217, except funds, metals and test codes', () => {
  const FUNDS = ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW'];
  const NO_MONEY = ['XAG', 'XAU', 'XBA', 'XBB', 'XBC', 'XBD', 'XDR', 'XPD', 'XPT', 'XSU', 'XTS', 'XUA', 'XXX'];
  const RETIRED = ['CUC'];
  const payable = currencyCodes.codes().filter((code) => ![...FUNDS, ...NO_MONEY, ...RETIRED].includes(code));
  expect([...allCurrencies()].sort()).toEqual(payable.sort());
});

test('minor units are those of ISO 4217', () => {
  const digits = (code: string) => currencyCodes.code(code)?.digits;
  expect(allCurrencies().map((code) => [code, minorDigits(code)])).toEqual(
    allCurrencies().map((code) => [code, digits(code)]),
  );
});
