/**
 * Spreads a whole amount over exact shares, `numerators[i] / denominator` (each at least 0), by largest remainder: each
 * part gets the whole cents of its share, and the cents left over go to the largest fractions, equal ones in their
 * turns. The shares must add up to the amount but for less than a cent. Nothing is lost: the parts add up to the
 * amount, and none is a cent or more away from its share. `turns` names every part by its place; without them the parts
 * must stand in an order of their own, not in a request's.
 */
export const spread = (
  amount: number,
  numerators: readonly bigint[],
  denominator: bigint,
  turns: readonly number[] = [...numerators.keys()],
): number[] => {
  const parts = numerators.map((each) => Number(each / denominator));
  const fractions = numerators.map((each) => each % denominator);
  const left = parts.reduce((rest, part) => rest - part, amount);
  for (const place of [...turns].sort((a, b) => Number(fractions[b]! - fractions[a]!)).slice(0, left)) parts[place]!++;
  return parts;
};

export const sumOf = (numbers: readonly bigint[]): bigint => numbers.reduce((sum, each) => sum + each, 0n);

/**
 * Spreads a whole amount (at least 0) over parts in proportion to their weights: whole numbers of at least 0, not all
 * of them 0 unless the amount is. `compare` says which of two parts with equal claims to a cent comes first.
 */
export const allocate = <Part>(
  amount: number,
  parts: readonly Part[],
  weight: (part: Part) => number,
  compare: (a: Part, b: Part) => number,
): number[] => {
  if (amount === 0) return parts.map(() => 0);
  const weights = parts.map((part) => BigInt(weight(part)));
  const turns = [...parts.keys()].sort((a, b) => compare(parts[a]!, parts[b]!));
  return spread(
    amount,
    weights.map((each) => each * BigInt(amount)),
    sumOf(weights),
    turns,
  );
};
