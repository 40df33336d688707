import { expect, test } from 'vitest';
import { convertedCents } from '../../values/money/converted-cents.ts';
import { conversionText } from './exchange-rate.ts';
import { publicationDay } from './publication-day.ts';
import { rateTrouble } from './rate-issues.ts';

test.each([
  ['krona to euro', 110_565, 'SEK', 'EUR', '11.0565', '1', 10_000],
  ['half a cent is rounded away from zero', 1, 'USD', 'EUR', '2', '1', 1],
  ['below zero as well', -1, 'USD', 'EUR', '2', '1', -1],
  ['less than half is not', 49, 'USD', 'EUR', '100', '1', 0],
  ['yen have no cents', 17_194, 'JPY', 'EUR', '171.94', '1', 10_000],
  ['euro to yen', 10_000, 'EUR', 'JPY', '1', '171.94', 17_194],
  ['dinars have thousandths', 1_234, 'KWD', 'EUR', '0.35', '1', 353],
  ['krona to pounds over the euro, rounded once', 1_000_000, 'SEK', 'GBP', '11.0565', '0.87315', 78_972],
  ['what is in the currency stays as it is', 12_345, 'EUR', 'EUR', '1', '1', 12_345],
])('%s', (_, cents, currency, into, from, to, expected) => {
  expect(convertedCents(cents, currency, into, { from, to })).toBe(expected);
});

test('the rates of a conversion are said as they are published', () => {
  expect(conversionText('SEK', 'EUR', { from: '11.0565', to: '1' })).toBe('1 EUR = 11.0565 SEK');
  expect(conversionText('EUR', 'GBP', { from: '1', to: '0.87300' })).toBe('1 EUR = 0.87300 GBP');
  expect(conversionText('SEK', 'GBP', { from: '11.0565', to: '0.873' })).toBe('1 EUR = 11.0565 SEK = 0.873 GBP');
});

test.each([
  ['a working day', '2026-09-30', '2026-09-30', '2026-09-30'],
  ['a Sunday', '2026-05-31', '2026-06-01', '2026-05-29'],
  ['Easter Sunday at the end of a quarter', '2024-03-31', '2024-04-02', '2024-03-28'],
  ['Good Friday', '2026-04-03', '2026-04-07', '2026-04-02'],
  ['Christmas until a Sunday', '2026-12-25', '2026-12-28', '2026-12-24'],
  ['New Year', '2027-01-01', '2027-01-04', '2026-12-31'],
  ['the first of May', '2028-05-01', '2028-05-02', '2028-04-28'],
  ['the last day of a year', '2026-12-31', '2026-12-31', '2026-12-31'],
])('rates for %s are of the nearest day with rates', (_, day, next, previous) => {
  expect([publicationDay(day, 'next'), publicationDay(day, 'previous')]).toEqual([next, previous]);
});

test.each([
  ['2026-09-30', 'SEK', '11.0565', undefined],
  ['2026-02-30', 'SEK', '11.0565', '“2026-02-30” is no day'],
  ['30.09.2026', 'SEK', '11.0565', 'is no day'],
  ['2026-09-30', 'kr', '11.0565', '“kr” is no currency'],
  ['2026-09-30', 'EUR', '1', 'EUR has no rate'],
  ['2026-09-30', 'SEK', '11,0565', '“11,0565” is no rate of SEK on 2026-09-30'],
  ['2026-09-30', 'SEK', '-1', 'is no rate'],
  ['2026-09-30', 'SEK', '0.000', 'is no rate'],
])('the rate of %s in %s of %s', (day, currency, rate, trouble) => {
  const found = rateTrouble({ day, currency, rate });
  if (trouble === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(trouble);
});
