import { expect, test } from 'vitest';
import { brandOf } from './brand.ts';
import { isCvv } from './cvv.ts';

test.each([
  ['123', true],
  [' 123 ', true],
  ['1234', true],
  ['12a', false],
  ['12', false],
  ['12345', false],
  ['', false],
])('the code %j of an unknown brand: %s', (written, expected) => {
  expect(isCvv(written)).toBe(expected);
});

test.each([
  ['4111111111111111', '123', true],
  ['4111111111111111', '1234', false],
  ['378282246310005', '1234', true],
  ['378282246310005', '123', false],
])('the code of %s may be %s: %s', (number, written, expected) => {
  expect(isCvv(written, brandOf(number))).toBe(expected);
});
