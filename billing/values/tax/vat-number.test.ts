import { describe, expect, test } from 'vitest';
import { europeanCountries } from './places.ts';
import { isRegisteredForGst, isVatNumber, readVatNumber } from './vat-number.ts';

test.each([
  ['DE', 'DE123456789', 'DE', '123456789'],
  ['DE', ' de 123.456-789 ', 'DE', '123456789'],
  ['DE', '123456789', 'DE', '123456789'],
  ['GR', 'EL123456789', 'EL', '123456789'],
  ['GR', 'GR123456789', 'EL', '123456789'],
  ['GR', '123456789', 'EL', '123456789'],
  ['GB', 'XI123456789', 'XI', '123456789'],
  ['GB', 'GB123456789', 'GB', '123456789'],
  ['GB', '123456789', 'GB', '123456789'],
  ['AT', 'ATU12345678', 'AT', 'U12345678'],
  ['AU', '10 120 000 004', 'AU', '10120000004'],
])('in %s, %j is %s %s', (country, written, prefix, digits) => {
  expect(readVatNumber(country, written)).toEqual({ prefix, digits });
});

describe('in the sandbox', () => {
  test.each(europeanCountries())('%s has one number that is invalid', (country) => {
    expect(isVatNumber('sandbox', country, '000000000')).toBe(false);
    expect(isVatNumber('sandbox', country, `${country} 000-000-000`)).toBe(false);
    expect(isVatNumber('sandbox', country, '000000001')).toBe(true);
    expect(isVatNumber('sandbox', country, 'anything')).toBe(true);
  });

  test.each([
    ['US', '000000000', true],
    ['GB', '000000000', true],
    ['GB', 'XI000000000', false],
    ['GR', 'EL000000000', false],
    ['DE', 'DE', false],
    ['DE', '-', false],
    ['AU', '10 120 000 004', true],
    ['AU', '10 000 000 000', true],
    ['AU', '51 824 753 555', false],
    ['AU', '123 456 789', true],
    ['AU', '1234567890', false],
  ])('in %s, %s: %s', (country, written, expected) => {
    expect(isVatNumber('sandbox', country, written)).toBe(expected);
  });
});

describe('in production', () => {
  test.each([
    ['AT', 'ATU12345678', true],
    ['AT', '12345678', false],
    ['BE', 'BE0123456789', true],
    ['DE', 'DE123456789', true],
    ['DE', 'DE12345678', false],
    ['ES', 'ESX1234567X', true],
    ['FR', 'FRXX123456789', true],
    ['GR', 'EL123456789', true],
    ['IE', 'IE1234567WA', true],
    ['LT', 'LT123456789012', true],
    ['LT', 'LT1234567890', false],
    ['NL', 'NL123456789B01', true],
    ['NL', 'NL123456789', false],
    ['GB', 'XI123456789', true],
    ['GB', 'XIABC', false],
    ['GB', 'anything', true],
    ['US', 'anything', true],
    ['AU', '51 824 753 555', true],
    ['AU', '1234', false],
  ])('in %s, %s: %s', (country, written, expected) => {
    expect(isVatNumber('production', country, written)).toBe(expected);
  });

  test.each(europeanCountries())('%s accepts only its own format', (country) => {
    expect(isVatNumber('production', country, 'no number')).toBe(false);
  });
});

test('a GST registration is known in the sandbox only', () => {
  expect(isRegisteredForGst('sandbox', '10 120 000 004')).toBe(true);
  expect(isRegisteredForGst('sandbox', '10 000 000 000')).toBe(false);
  expect(isRegisteredForGst('production', '10 120 000 004')).toBe(false);
});
