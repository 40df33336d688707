import { expect, test } from 'vitest';
import { taxPlace, taxTypeName, taxWithPlace } from './tax-names.ts';

test.each([
  ['vat', 'FR', 'France, VAT'],
  ['vat', null, 'VAT (EU)'],
  ['usst', 'CA', 'United States, CA sales tax'],
  ['usst', null, 'US sales tax'],
  ['gb', 'VAT', 'United Kingdom, VAT'],
  ['ca', 'GST', 'Canada, GST'],
  ['au', null, 'Australia tax'],
  ['import duty', 'north', 'import duty, north'],
])('the tax %s of %s is %s', (type, region, name) => {
  expect(taxWithPlace(type, region)).toBe(name);
});

test('a type alone has its country, where it is the code of one', () => {
  expect(['vat', 'usst', 'nz', 'none'].map(taxTypeName)).toEqual([
    'VAT (EU)',
    'US sales tax',
    'New Zealand tax',
    'none',
  ]);
});

test.each([
  ['vat', 'DE', 'Germany'],
  ['gb', 'VAT', 'United Kingdom'],
  ['au', 'GST', 'Australia'],
  ['usst', 'CA', 'CA'],
  [null, 'north', 'north'],
])('the place of the tax %s of %s is %s, and no name of a tax', (type, region, place) => {
  expect(taxPlace(type, region)).toBe(place);
});
