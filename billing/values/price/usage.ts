import { compare, decimalFraction, type Fraction, fraction, plus, rounded, times } from '../money/fraction.ts';
import type { QuantityPrice } from './selection.ts';
import { type PriceRange, rangesOf } from './tiers.ts';

/** Part of a period's usage at one price. */
export interface UsageLine extends PriceRange {
  readonly quantity: Fraction;
  /** `quantity` times `unit`, rounded on the product; below 0 where corrections exceed the usage. */
  readonly gross: number;
}

/**
 * Returns the lines of a usage quantity: decimal text, cumulated or the last record's, as the caller counts. A line for
 * each tier used when the price is `tiered`, otherwise one; nothing used is a line of 0. Below 0, everything is at the
 * first tier's price, and a `stairstep` costs nothing. No line if there is no tier.
 */
export const usageLines = (price: QuantityPrice, quantity: string): readonly UsageLine[] => {
  const used = decimalFraction(quantity);
  const reached = rangesOf(price).filter((range) => isReached(range, used));
  if (price.model === 'tiered') return reached.map((range) => lineOf(range, within(range, used)));
  const taken = price.model === 'stairstep' ? fraction(compare(used, fraction(0)) > 0 ? 1 : 0) : used;
  return reached.slice(-1).map((range) => lineOf(range, taken));
};

/**
 * Returns the lines of a quantity that is added to a period of which `before` was billed already. Only a `tiered` price
 * depends on what was billed: each tier bills what is added to it.
 */
export const lateUsageLines = (price: QuantityPrice, before: string, added: string): readonly UsageLine[] => {
  if (price.model !== 'tiered') return usageLines(price, added);
  const total = plus(decimalFraction(before), decimalFraction(added));
  const [was, is] = [decimalFraction(before), total].map((used) => tieredQuantities(price, used));
  return rangesOf(price)
    .map((range, tier) => lineOf(range, plus(is![tier]!, times(was![tier]!, fraction(-1)))))
    .filter(({ quantity }) => quantity.numerator !== 0n);
};

/** Returns a percentage (decimal text, `2.36`) of an amount of cents (decimal text), rounded on the product. */
export const percentageOf = (amount: string, percentage: string): number =>
  rounded(times(times(decimalFraction(amount), decimalFraction(percentage)), fraction(1, 100)));

const isReached = ({ from }: PriceRange, used: Fraction): boolean =>
  from === 1 || compare(used, fraction(from - 1)) > 0;

/** Returns the part of a quantity in each tier. */
const tieredQuantities = (price: QuantityPrice, used: Fraction): Fraction[] =>
  rangesOf(price).map((range) => (isReached(range, used) ? within(range, used) : fraction(0)));

const lineOf = (range: PriceRange, quantity: Fraction): UsageLine => ({
  ...range,
  quantity,
  gross: rounded(times(quantity, fraction(range.unit))),
});

const within = ({ from, to }: PriceRange, used: Fraction): Fraction => {
  const end = to === Infinity || compare(used, fraction(to)) < 0 ? used : fraction(to);
  return plus(end, fraction(1 - from));
};
