import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_CENTS } from './cents.ts';
import { centsOf, decimalText } from './decimal-text.ts';

describe('cents are printed as decimal strings', () => {
  test.each([
    [1999, 'USD', '19.99'],
    [0, 'USD', '0.00'],
    [5, 'USD', '0.05'],
    [-1, 'USD', '-0.01'],
    [-100, 'EUR', '-1.00'],
    [1000, 'JPY', '1000.00'],
    [-7, 'JPY', '-7.00'],
    [1234, 'KWD', '1.234'],
    [5, 'KWD', '0.005'],
    [MAX_CENTS, 'USD', '10000000000000.00'],
  ])('%d %s: %s', (cents, currency, text) => {
    expect(decimalText(cents, currency)).toBe(text);
  });
});

describe('decimal strings are rounded half away from zero at the minor unit', () => {
  test.each([
    ['19.99', 'USD', 1999],
    ['1.005', 'USD', 101],
    ['2.675', 'USD', 268],
    ['1.00499999999999999999999', 'USD', 100],
    ['-1.005', 'USD', -101],
    ['-0.004', 'USD', 0],
    ['+.5', 'USD', 50],
    ['7.', 'USD', 700],
    ['0.0000001', 'USD', 0],
    ['1e-7', 'USD', 0],
    ['1.5e3', 'USD', 150_000],
    ['19.99', 'JPY', 20],
    ['0.5', 'JPY', 1],
    ['1.2345', 'KWD', 1235],
  ])('%s %s: %d', (text, currency, cents) => {
    expect(centsOf(text, currency)).toBe(cents);
  });

  test.each([
    '',
    '.',
    '-',
    'e5',
    '1,5',
    '1.2.3',
    'NaN',
    'Infinity',
    '0x10',
    ' 1',
    '1e9999',
    '1e300',
    '10000000000000.01',
  ])('%j is refused', (text) => {
    expect(() => centsOf(text, 'USD')).toThrow(RangeError);
  });
});

test('what is printed reads as the same cents', () => {
  const amount = fc.integer({ min: -MAX_CENTS, max: MAX_CENTS });
  fc.assert(
    fc.property(amount, fc.constantFrom('USD', 'JPY', 'KWD'), (cents, currency) => {
      expect(centsOf(decimalText(cents, currency), currency)).toBe(cents);
    }),
  );
});
