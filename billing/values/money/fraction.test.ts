import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ceiling, compare, decimalFraction, fraction, plus, rounded, shareOf, times } from './fraction.ts';

test.each([
  [1, 2, 1],
  [-1, 2, -1],
  [3, 2, 2],
  [-3, 2, -2],
  [49, 100, 0],
  [-49, 100, 0],
  [151, 100, 2],
  [-151, 100, -2],
])('%d/%d rounds to %d, half away from zero', (numerator, denominator, whole) => {
  expect(rounded(fraction(numerator, denominator))).toBe(whole);
});

test('sums and products are exact, and in lowest terms', () => {
  expect(plus(fraction(1, 3), fraction(1, 6))).toEqual({ numerator: 1n, denominator: 2n });
  expect(times(fraction(-2, 3), fraction(3, 4))).toEqual({ numerator: -1n, denominator: 2n });
  expect(plus(decimalFraction('0.1'), decimalFraction('0.2'))).toEqual({ numerator: 3n, denominator: 10n });
  expect(compare(fraction(1, 3), decimalFraction('0.3333333333333333333333'))).toBeGreaterThan(0);
  expect(compare(fraction(2, 4), fraction(1, 2))).toBe(0);
});

test('a part of one is rounded up to a whole number', () => {
  expect([fraction(0), fraction(1, 3), fraction(1), fraction(7, 2)].map(ceiling)).toEqual([0, 1, 1, 4]);
});

test.each([0, -1])('%d is no denominator', (denominator) => {
  expect(() => fraction(1, denominator)).toThrow(RangeError);
});

test('rounding moves by half a cent at most, and a number and its negative alike', () => {
  const any = fc.record({
    n: fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
    d: fc.bigInt({ min: 10_000n, max: 10n ** 9n }),
  });
  fc.assert(
    fc.property(any, ({ n, d }) => {
      const whole = rounded(fraction(n, d));
      const twiceMoved = 2n * (BigInt(whole) * d - n);
      expect(twiceMoved <= d && twiceMoved >= -d).toBe(true);
      expect(rounded(fraction(-n, d))).toBe(0 - whole);
    }),
  );
});

test('shares are rounded on the product', () => {
  expect(shareOf(30_00, fraction(22, 31))).toBe(21_29);
});
