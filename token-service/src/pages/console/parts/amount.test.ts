import { expect, it } from 'vitest';
import { typedAmount } from './amount.ts';

it.each([
  ['1,234.50', 'USD', 123_450],
  ['1.234,50', 'EUR', 123_450],
  ['5,00', 'EUR', 500],
  ['5,5', 'EUR', 550],
  ['1,234', 'USD', 123_400],
  ['12,345,678.9', 'USD', 1_234_567_890],
  ['500', 'JPY', 500],
  ['1.000', 'KWD', 1000],
])('reads %s %s', (text, currency, cents) => {
  expect(typedAmount(text, currency)).toBe(cents);
});

it.each([
  ['', 'USD'],
  ['-5', 'USD'],
  ['5.005', 'USD'],
  ['1.000', 'EUR'],
  ['12.000', 'JPY'],
  ['1.23.4', 'USD'],
  ['1,23,4', 'USD'],
  ['5,5', 'JPY'],
  ['12e3', 'USD'],
])('does not read %j %s', (text, currency) => {
  expect(typedAmount(text, currency)).toBeUndefined();
});
