import { compare, decimal, type Fraction, fraction, plus, rounded, times } from '../money/fraction.ts';
import type { QuantityPrice } from './selection.ts';
import { type PriceRange, rangesOf } from './tiers.ts';

/** Part of what was used in a period at one price. */
export interface UsageLine extends PriceRange {
  readonly quantity: Fraction;
  /** `quantity` times `unit`, rounded on the product; below 0 where corrections exceed the usage. */
  readonly gross: number;
}

/**
 * What a usage quantity costs: decimal text, cumulated or the last record's, as the caller counts. A line for each tier
 * used when the price is `tiered`, otherwise one; nothing used is a line of 0. Below 0, everything is at the first
 * tier's price, and a `stairstep` costs nothing. No line where there is no tier.
 */
export const usageLines = (price: QuantityPrice, quantity: string): readonly UsageLine[] => {
  const used = decimal(quantity);
  const reached = rangesOf(price).filter(({ from }) => from === 1 || compare(used, fraction(from - 1)) > 0);
  if (price.model === 'tiered') return reached.map((range) => lineOf(range, within(range, used)));
  const taken = price.model === 'stairstep' ? fraction(compare(used, fraction(0)) > 0 ? 1 : 0) : used;
  return reached.slice(-1).map((range) => lineOf(range, taken));
};

/** A percentage (decimal text, `2.36`) of an amount of cents (decimal text), rounded on the product. */
export const percentageOf = (amount: string, percentage: string): number =>
  rounded(times(times(decimal(amount), decimal(percentage)), fraction(1, 100)));

const lineOf = (range: PriceRange, quantity: Fraction): UsageLine => ({
  ...range,
  quantity,
  gross: rounded(times(quantity, fraction(range.unit))),
});

const within = ({ from, to }: PriceRange, used: Fraction): Fraction => {
  const end = to === Infinity || compare(used, fraction(to)) < 0 ? used : fraction(to);
  return plus(end, fraction(1 - from));
};
