import { expect, test } from 'vitest';
import { isImpossiblePostalCode } from './postal-codes.ts';

test.each([
  ['US', '94105', false],
  ['US', '94105-1234', false],
  ['us', ' 94105 ', false],
  ['US', 'ABC', true],
  ['US', '9410', true],
  ['US', '00000', true],
  ['US', '00501', false],
  ['US', '', false],
  ['CA', 'H2X 1Y4', false],
  ['CA', 'h2x1y4', false],
  ['CA', '94105', true],
  ['IE', 'ABC', false],
  ['', 'ABC', false],
])('%s %j is impossible: %s', (country, postalCode, impossible) => {
  expect(isImpossiblePostalCode(country, postalCode)).toBe(impossible);
});
