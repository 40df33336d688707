import { expect, test } from 'vitest';
import { percentageTierLines, typedPercentageTiers } from './percentage-lines.ts';

const fees = [
  {
    currency: 'USD',
    tiers: [
      { ending_amount_in_cents: 250_000, usage_percentage: '2.9' },
      { ending_amount_in_cents: null, usage_percentage: '1.5' },
    ],
  },
  { currency: 'JPY', tiers: [{ ending_amount_in_cents: null, usage_percentage: '3' }] },
];

test('percentages are read as they are written', () => {
  const lines = 'USD: 2.9 % up to 2500.00, 1.5 % above\nJPY: 3 % above';
  expect(percentageTierLines(fees)).toBe(lines);
  expect(typedPercentageTiers(lines)).toEqual(fees);
  expect(typedPercentageTiers('')).toEqual([]);
});

test.each(['2.9 % above', 'USD: 2.9', 'USD: up to 5', 'USD 2 % above', 'USD: 2 % up to much'])(
  '"%s" cannot be understood',
  (text) => {
    expect(typedPercentageTiers(text)).toBeUndefined();
  },
);
