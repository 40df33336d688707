import { expect, test } from 'vitest';
import { decimalFraction, fraction } from './fraction.ts';
import { plainDecimal } from './plain-decimal.ts';

test.each(['0', '3', '100', '-3', '10.57874', '-0.5', '0.000000001', '123456789012.5'])(
  '%s is written as read',
  (text) => {
    expect(plainDecimal(decimalFraction(text))).toBe(text);
  },
);

test('zeros at the end are left out, and what nine places cannot hold is refused', () => {
  expect(plainDecimal(decimalFraction('2.500'))).toBe('2.5');
  expect(() => plainDecimal(fraction(1, 3))).toThrow(RangeError);
});
