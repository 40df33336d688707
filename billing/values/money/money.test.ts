import { describe, expect, test } from 'vitest';
import { cents, MAX_CENTS, MAX_QUANTITY, MAX_UNIT_CENTS } from './caps.ts';
import { add, moneyOf, subtract } from './money.ts';

test('money adds up in one currency alone', () => {
  expect(add(moneyOf(10_00, 'USD'), moneyOf(5, 'USD'))).toEqual({ cents: 10_05, currency: 'USD' });
  expect(subtract(moneyOf(10_00, 'USD'), moneyOf(10_05, 'USD'))).toEqual({ cents: -5, currency: 'USD' });
  expect(() => add(moneyOf(1, 'USD'), moneyOf(1, 'EUR'))).toThrow(TypeError);
  expect(() => subtract(moneyOf(1, 'USD'), moneyOf(1, 'EUR'))).toThrow(TypeError);
});

describe('caps', () => {
  test('the maximum quantity of the maximum unit amount fits', () => {
    expect(cents(MAX_UNIT_CENTS * MAX_QUANTITY)).toBeLessThan(MAX_CENTS);
    expect(Number.isSafeInteger(2 * MAX_CENTS)).toBe(true);
  });

  test.each([MAX_CENTS + 1, -MAX_CENTS - 1, 0.5, Number.NaN, Infinity])('%d cents are none', (amount) => {
    expect(() => moneyOf(amount, 'USD')).toThrow(RangeError);
  });

  test('a sum beyond them is refused', () => {
    expect(() => add(moneyOf(MAX_CENTS, 'USD'), moneyOf(1, 'USD'))).toThrow(RangeError);
  });
});
