import { describe, expect, test } from 'vitest';
import type { QuantityPrice } from './selection.ts';
import { pricedQuantities, priceOf } from './tiers.ts';

const LAST = 999_999_999;
const price = (model: 'tiered' | 'volume' | 'stairstep', ...tiers: [number, number][]): QuantityPrice => ({
  model,
  tiers: tiers.map(([ending, unit]) => ({ ending, unit })),
});
const tiered = price('tiered', [100, 1_00], [LAST, 50]);
const volume = price('volume', [20, 10_00], [LAST, 9_00]);
const stairstep = price('stairstep', [10, 50_00], [20, 100_00], [LAST, 150_00]);

describe('what a quantity costs', () => {
  test.each([
    [{ model: 'flat', unit: 2_50 } as const, 2, 500],
    [tiered, 150, 125_00],
    [tiered, 100, 100_00],
    [volume, 25, 225_00],
    [volume, 20, 200_00],
    [volume, 21, 189_00],
    [stairstep, 25, 150_00],
    [stairstep, 10, 50_00],
    [tiered, 0, 0],
    [stairstep, 0, 0],
    [price('volume', [10, 1_00]), 11, 11_00],
    [price('tiered'), 5, 0],
  ])('%j × %d: %d', (each, quantity, cents) => {
    expect(priceOf(each, quantity)).toBe(cents);
  });
});

test('a tiered price has a line for each tier used, the others have one', () => {
  expect(pricedQuantities(tiered, 150)).toEqual([
    { quantity: 100, unit: 100, from: 1, to: 100 },
    { quantity: 50, unit: 50, from: 101, to: Infinity },
  ]);
  expect(pricedQuantities(volume, 20)).toEqual([{ quantity: 20, unit: 1000, from: 1, to: 20 }]);
  expect(pricedQuantities(stairstep, 15)).toEqual([{ quantity: 1, unit: 10000, from: 11, to: 20 }]);
});
