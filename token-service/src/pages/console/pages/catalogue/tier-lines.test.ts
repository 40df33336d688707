import { expect, test } from 'vitest';
import { tierLines, typedTiers } from './tier-lines.ts';

test('tiers are read as they are written', () => {
  const tiers = [
    { ending_quantity: 100, unit_amount_in_cents: { USD: 500, JPY: 700 } },
    { ending_quantity: 999_999_999, unit_amount_in_cents: { USD: 0, JPY: 650 } },
  ];
  expect(tierLines(tiers)).toBe('100: 5.00 USD, 700.00 JPY\nabove: 0.00 USD, 650.00 JPY');
  expect(typedTiers(tierLines(tiers))).toEqual(tiers);
  expect(typedTiers(' Up to 1,000: 1,234.50 usd; 2 EUR \r\n\r\nABOVE:1USD')).toEqual([
    { ending_quantity: 1000, unit_amount_in_cents: { USD: 123_450, EUR: 200 } },
    { ending_quantity: 999_999_999, unit_amount_in_cents: { USD: 100 } },
  ]);
  expect(typedTiers('')).toEqual([]);
});

test.each(['5 USD', '10:', '10: five USD', '10: 5', '10: 5.12345 USD', 'ten: 5 USD', '10: 5 USD, '])(
  '%j is not understood',
  (line) => {
    expect(typedTiers(`1: 1 USD\n${line}`)).toBeUndefined();
  },
);
