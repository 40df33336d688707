import { expect, test } from 'vitest';
import type { Seconds } from '../time.ts';
import { type Cents, cents, MAX_CENTS, MAX_QUANTITY, MAX_UNIT_CENTS } from './cents.ts';

test('the maximum quantity of the maximum unit amount fits', () => {
  expect(cents(MAX_UNIT_CENTS * MAX_QUANTITY)).toBeLessThan(MAX_CENTS);
  expect(Number.isSafeInteger(2 * MAX_CENTS)).toBe(true);
});

test.each([MAX_CENTS + 1, -MAX_CENTS - 1, 0.5, Number.NaN, Infinity])('%d cents are refused', (amount) => {
  expect(() => cents(amount)).toThrow(RangeError);
});

test('moments do not compile as cents', () => {
  const at: Seconds = 60;
  // @ts-expect-error seconds are no cents
  const amount: Cents = at;
  void amount;
});
