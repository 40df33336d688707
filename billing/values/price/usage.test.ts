import { describe, expect, test } from 'vitest';
import { fraction } from '../money/fraction.ts';
import { lateUsageLines, percentageOf, usageLines } from './usage.ts';

const tiers = [
  { ending: 100, unit: 1_00 },
  { ending: 999_999_999, unit: 50 },
];

const gross = (...args: Parameters<typeof usageLines>) => usageLines(...args).map((line) => line.gross);

describe('usage at a price', () => {
  test.each([
    ['10.57874', 10_00, 10579],
    ['1.0505', 10_00, 1051],
    ['0', 10_00, 0],
    ['-2.5', 10_00, -2500],
  ])('%s at %d cents: %d', (quantity, unit, amount) => {
    expect(gross({ model: 'flat', unit }, quantity)).toEqual([amount]);
  });

  test.each([
    ['150', [10000, 2500]],
    ['100', [10000]],
    ['100.5', [10000, 25]],
    ['0', [0]],
    ['-3', [-300]],
  ])('tiered: %s', (quantity, amounts) => {
    expect(gross({ model: 'tiered', tiers }, quantity)).toEqual(amounts);
  });

  test.each([
    ['100', [10000]],
    ['100.5', [5025]],
    ['-3', [-300]],
  ])('volume: %s', (quantity, amounts) => {
    expect(gross({ model: 'volume', tiers }, quantity)).toEqual(amounts);
  });

  test.each([
    ['0', [0]],
    ['-3', [0]],
    ['0.5', [100]],
    ['150', [50]],
  ])('stairstep: %s', (quantity, amounts) => {
    expect(gross({ model: 'stairstep', tiers }, quantity)).toEqual(amounts);
  });

  test('lines say what was used of which tier', () => {
    expect(usageLines({ model: 'tiered', tiers }, '100.5')).toEqual([
      { quantity: fraction(100), unit: 100, gross: 10000, from: 1, to: 100 },
      { quantity: fraction(1, 2), unit: 50, gross: 25, from: 101, to: Infinity },
    ]);
  });
});

describe('usage that is added to a period that was billed', () => {
  const late = (...args: Parameters<typeof lateUsageLines>) =>
    lateUsageLines(...args).map(({ gross, from }) => [from, gross]);

  test.each([
    // 90 were billed, 20 more are 10 at 1.00 and 10 at 0.50.
    [
      '90',
      '20',
      [
        [1, 1000],
        [101, 500],
      ],
    ],
    ['150', '10', [[101, 500]]],
    [
      '150',
      '-60',
      [
        [1, -1000],
        [101, -2500],
      ],
    ],
    ['0', '5', [[1, 500]]],
    ['5', '-8', [[1, -800]]],
    ['100.5', '0', []],
  ])('tiered: %s and %s', (before, added, expected) => {
    expect(late({ model: 'tiered', tiers }, before, added)).toEqual(expected);
  });

  test('at one price, the billed quantity does not matter', () => {
    expect(late({ model: 'flat', unit: 1000 }, '7', '2.5')).toEqual([[1, 2500]]);
  });
});

test('a percentage of an amount is rounded on the product', () => {
  expect(percentageOf('50000', '2.36')).toBe(1180);
  expect(percentageOf('150', '1')).toBe(2);
});
