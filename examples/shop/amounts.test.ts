import { expect, it } from 'vitest';
import { decimalAmount } from './amounts.ts';

it.each([
  [15246, 'USD', '152.46'],
  [5, 'EUR', '0.05'],
  [0, 'GBP', '0.00'],
  [2980, 'JPY', '2980.00'],
  [1234, 'KWD', '1.234'],
  [129950, 'HUF', '1299.50'],
])('%i of the minor unit of %s is %s', (minor, currency, written) => {
  expect(decimalAmount(minor, currency)).toBe(written);
});
