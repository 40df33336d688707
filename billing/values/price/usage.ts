import { compare, decimalFraction, type Fraction, fraction, plus, rounded, times } from '../money/fraction.ts';
import type { QuantityPrice } from './selection.ts';
import { type PriceRange, rangesOf } from './tiers.ts';

/** Part of a period's usage at one price. */
export interface UsageLine extends PriceRange {
  readonly quantity: Fraction;
  /** `quantity` times `unit`, rounded on the product; below 0 where corrections exceed the usage. */
  readonly gross: number;
}

/** A percentage of an amount, which may depend on the amount. A flat one has one tier; an end of null is open. */
export interface PercentagePrice {
  readonly model: 'flat' | 'tiered' | 'volume';
  readonly tiers: readonly { readonly ending: number | null; readonly percentage: string }[];
}

/** Part of a period's amount at one percentage. `quantity` is in cents, and so are both ends. */
export interface PercentageLine extends Ranged {
  readonly quantity: Fraction;
  readonly percentage: string;
  readonly gross: number;
}

type Ranged = Pick<PriceRange, 'from' | 'to'>;
type Model = QuantityPrice['model'];

/** The part of a quantity in a range. */
interface Used<R> {
  readonly range: R;
  readonly quantity: Fraction;
}

/**
 * Returns the lines of a usage quantity: decimal text, cumulated or the last record's, as the caller counts. A line for
 * each tier used when the price is `tiered`, otherwise one; nothing used is a line of 0. Below 0, everything is at the
 * first tier's price, and a `stairstep` costs nothing. No line if there is no tier.
 */
export const usageLines = (price: QuantityPrice, quantity: string): readonly UsageLine[] =>
  usedOf(price.model, rangesOf(price), decimalFraction(quantity)).map(usageLine);

/**
 * Returns the lines of a quantity that is added to `before`, which was billed already. Only a `tiered` price depends on
 * what was billed: each tier bills what is added to it; where nothing is, the one reached has a line of 0.
 */
export const addedUsageLines = (price: QuantityPrice, before: string, added: string): readonly UsageLine[] =>
  addedTo(price.model, rangesOf(price), before, added).map(usageLine);

/** Returns the lines of a percentage of an amount of cents (decimal text) by the same rules. */
export const percentageLines = (price: PercentagePrice, amount: string): readonly PercentageLine[] =>
  usedOf(price.model, percentageRanges(price), decimalFraction(amount)).map(percentageLine);

/** Returns the lines of a percentage of an amount that is added to `before`, which was billed already. */
export const addedPercentageLines = (
  price: PercentagePrice,
  before: string,
  added: string,
): readonly PercentageLine[] => addedTo(price.model, percentageRanges(price), before, added).map(percentageLine);

const percentageRanges = ({ tiers }: PercentagePrice) =>
  tiers.map(({ ending, percentage }, at) => ({
    percentage,
    from: (tiers[at - 1]?.ending ?? 0) + 1,
    to: ending ?? Infinity,
  }));

const usageLine = ({ range, quantity }: Used<PriceRange>): UsageLine => ({
  ...range,
  quantity,
  gross: rounded(times(quantity, fraction(range.unit))),
});

const percentageLine = ({ range, quantity }: Used<Ranged & { readonly percentage: string }>): PercentageLine => ({
  ...range,
  quantity,
  gross: rounded(times(times(quantity, decimalFraction(range.percentage)), fraction(1, 100))),
});

const usedOf = <R extends Ranged>(model: Model, ranges: readonly R[], used: Fraction): Used<R>[] => {
  const reached = ranges.filter((range) => isReached(range, used));
  if (model === 'tiered') return reached.map((range) => ({ range, quantity: within(range, used) }));
  const quantity = model === 'stairstep' ? fraction(compare(used, fraction(0)) > 0 ? 1 : 0) : used;
  return reached.slice(-1).map((range) => ({ range, quantity }));
};

const addedTo = <R extends Ranged>(model: Model, ranges: readonly R[], before: string, added: string): Used<R>[] => {
  if (model !== 'tiered') return usedOf(model, ranges, decimalFraction(added));
  const was = decimalFraction(before);
  const is = plus(was, decimalFraction(added));
  const changed = ranges
    .map((range) => ({ range, quantity: plus(usedIn(range, is), times(usedIn(range, was), fraction(-1))) }))
    .filter(({ quantity }) => quantity.numerator !== 0n);
  const reached = ranges.filter((range) => isReached(range, was)).slice(-1);
  return changed.length > 0 ? changed : reached.map((range) => ({ range, quantity: fraction(0) }));
};

const isReached = ({ from }: Ranged, used: Fraction): boolean => from === 1 || compare(used, fraction(from - 1)) > 0;

/** Returns the part of a quantity in a tier. */
const usedIn = (range: Ranged, used: Fraction): Fraction =>
  isReached(range, used) ? within(range, used) : fraction(0);

const within = ({ from, to }: Ranged, used: Fraction): Fraction => {
  const end = to === Infinity || compare(used, fraction(to)) < 0 ? used : fraction(to);
  return plus(end, fraction(1 - from));
};
