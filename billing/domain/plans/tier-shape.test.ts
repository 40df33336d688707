import { expect, test } from 'vitest';
import { quantityTierIssues, sortedTiers } from './tier-shape.ts';

const issuesOf = (...ends: (number | null)[]): string[] =>
  quantityTierIssues(
    'tiers',
    ends.map((ending_quantity) => ({ ending_quantity })),
  ).map(({ field, symbol }) => `${field} ${symbol}`);

test('tiers are sorted by their ends', () => {
  const tiers = [999_999_999, 10, 50].map((ending_quantity) => ({ ending_quantity }));
  expect(sortedTiers(tiers).map(({ ending_quantity }) => ending_quantity)).toEqual([10, 50, 999_999_999]);
});

test.each([
  ['one without an end, in any order', [null, 10, 50], []],
  ['the same end twice', [10, 10, null], ['tiers[1].ending_quantity taken']],
  ['two without an end', [999_999_999, null], ['tiers[1].ending_quantity taken']],
  ['none without an end', [50, 10], ['tiers[0].ending_quantity equal_to']],
])('%s', (_what, ends, issues) => {
  expect(issuesOf(...ends)).toEqual(issues);
});
