import { rounded } from './fraction.ts';

/** Compares two parts by their places, to say which of two equal claims to a cent comes first. */
export type Tie = (a: number, b: number) => number;

/**
 * Spreads a whole amount over exact shares, `numerators[i] / denominator` (each at least 0), by largest remainder: each part gets the whole cents of its
 * share, and the cents left over go to the largest fractions. The shares must add up to the amount but for less than a cent. Nothing is lost: the parts
 * add up to the amount, and none is a cent or more away from its share.
 */
export const spread = (amount: number, numerators: readonly bigint[], denominator: bigint, tie: Tie): number[] => {
  const parts = numerators.map((each) => Number(each / denominator));
  const fractions = numerators.map((each) => each % denominator);
  const left = parts.reduce((rest, part) => rest - part, amount);
  const places = parts.map((_, place) => place);
  places.sort((a, b) => (fractions[a] === fractions[b] ? tie(a, b) : fractions[a]! < fractions[b]! ? 1 : -1));
  for (const place of places.slice(0, left)) parts[place]!++;
  return parts;
};

/** Rounds the sum of exact shares once, and spreads it over them. */
export const roundTogether = (numerators: readonly bigint[], denominator: bigint, tie: Tie): number[] => {
  const numerator = numerators.reduce((sum, each) => sum + each, 0n);
  return spread(rounded({ numerator, denominator }), numerators, denominator, tie);
};

/** Spreads a whole amount (at least 0) in proportion to weights: whole numbers of at least 0, not all of them 0 unless the amount is. */
export const allocate = (amount: number, weights: readonly number[], tie: Tie): number[] => {
  if (amount === 0) return weights.map(() => 0);
  const whole = BigInt(amount);
  const exact = weights.map(BigInt);
  const sum = exact.reduce((a, b) => a + b, 0n);
  return spread(
    amount,
    exact.map((weight) => weight * whole),
    sum,
    tie,
  );
};
