import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { validate } from './validate.ts';

test.each<[unknown, boolean]>([
  ['4111-1111-1111-1111', true],
  ['4111 1111 1111 1111', true],
  [4111111111111111, true],
  ['4222222222222', true],
  ['4111111111111112', false],
  ['0000000000000000', false],
  ['411111111111111a', false],
  ['', false],
  ['abc', false],
  [undefined, false],
])('cardNumber(%j) is %j', (number, expected) => {
  expect(validate.cardNumber(number as string)).toBe(expected);
});

test.each<[unknown, string]>([
  ['4111 1111-1111 1111', 'visa'],
  [378282246310005, 'american_express'],
  ['5555555555554444', 'master'],
  ['6011111111111117', 'discover'],
  ['30569309025904', 'diners_club'],
  ['3530111333300000', 'jcb'],
  ['411111111111111', 'unknown'],
  ['41', 'unknown'],
  [undefined, 'unknown'],
])('cardType(%j) is %s', (number, expected) => {
  expect(validate.cardType(number as string)).toBe(expected);
});

test.each([
  ['41', 'visa'],
  ['5', 'unknown'],
  ['51', 'master'],
  ['22', 'master'],
  ['34', 'american_express'],
  ['3', 'unknown'],
  ['36', 'diners_club'],
  ['35', 'jcb'],
  ['6011', 'discover'],
  ['60', 'unknown'],
  ['6', 'unknown'],
  ['65', 'elo'],
  ['', 'unknown'],
  ['abc', 'unknown'],
])('the brand of the digits %j so far is %s', (number, expected) => {
  expect(validate.cardType(number, true)).toBe(expected);
});

describe('on the last day of February 2028', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date(2028, 1, 29, 23, 59) }));
  afterEach(() => void vi.useRealTimers());

  test.each<[unknown, unknown, boolean]>([
    ['2', '28', true],
    [2, 2028, true],
    [' 02 ', ' 2028 ', true],
    ['1', '28', false],
    ['0', '30', false],
    ['13', '30', false],
    ['', '30', false],
    ['1', '', false],
    ['x', '30', false],
    ['1', '9999', false],
    [undefined, undefined, false],
  ])('expiry(%j, %j) is %j', (month, year, expected) => {
    expect(validate.expiry(month as string, year as string)).toBe(expected);
  });
});

test.each<[unknown, boolean]>([
  [' 123 ', true],
  [123, true],
  ['1234', true],
  ['12a', false],
  ['12', false],
  ['12345', false],
  ['', false],
  [undefined, false],
])('cvv(%j) is %j', (code, expected) => {
  expect(validate.cvv(code as string)).toBe(expected);
});
