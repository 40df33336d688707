import { describe, expect, test } from 'vitest';
import { fraction } from '../money/fraction.ts';
import { addedPercentageLines, addedUsageLines, type PercentagePrice, percentageLines, usageLines } from './usage.ts';

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
  const late = (...args: Parameters<typeof addedUsageLines>) =>
    addedUsageLines(...args).map(({ gross, from }) => [from, gross]);

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
    ['100.5', '0', [[101, 0]]],
  ])('tiered: %s and %s', (before, added, expected) => {
    expect(late({ model: 'tiered', tiers }, before, added)).toEqual(expected);
  });

  test('at one price, the billed quantity does not matter', () => {
    expect(late({ model: 'flat', unit: 1000 }, '7', '2.5')).toEqual([[1, 2500]]);
  });
});

describe('a percentage of an amount', () => {
  const flat = (percentage: string): PercentagePrice => ({ model: 'flat', tiers: [{ ending: null, percentage }] });
  const fees = [
    { ending: 250_000, percentage: '2.9' },
    { ending: null, percentage: '1.5' },
  ];
  const grosses = (price: PercentagePrice, amount: string) => percentageLines(price, amount).map(({ gross }) => gross);

  test('is rounded on the product', () => {
    expect(grosses(flat('2.36'), '50000')).toEqual([1180]);
    expect(grosses(flat('1'), '150')).toEqual([2]);
  });

  test('is that of each tier for the part of the amount in it', () => {
    // 2.9 % of 2,500.00 is 72.50; 1.5 % of 1,000.01 is 15.00015.
    expect(percentageLines({ model: 'tiered', tiers: fees }, '350001')).toEqual([
      { quantity: fraction(250_000), percentage: '2.9', gross: 72_50, from: 1, to: 250_000 },
      { quantity: fraction(100_001), percentage: '1.5', gross: 15_00, from: 250_001, to: Infinity },
    ]);
    expect(grosses({ model: 'tiered', tiers: fees }, '0')).toEqual([0]);
    expect(grosses({ model: 'tiered', tiers: fees }, '-1000')).toEqual([-29]);
  });

  test('is that of the tier reached for the whole amount by volume', () => {
    // 1.5 % of 3,500.01 is 52.50015; 2.9 % of 2,500.00 is 72.50.
    expect(grosses({ model: 'volume', tiers: fees }, '350001')).toEqual([52_50]);
    expect(grosses({ model: 'volume', tiers: fees }, '250000')).toEqual([72_50]);
  });

  test('goes on from an amount that was billed', () => {
    const added = (before: string, amount: string) =>
      addedPercentageLines({ model: 'tiered', tiers: fees }, before, amount).map(({ gross, from }) => [from, gross]);
    // 2.9 % of the last 500.00 of the first tier is 14.50; 1.5 % of 500.00 is 7.50.
    expect(added('200000', '100000')).toEqual([
      [1, 14_50],
      [250_001, 7_50],
    ]);
    expect(added('300000', '0')).toEqual([[250_001, 0]]);
  });
});
