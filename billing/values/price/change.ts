import { compare, type Fraction, fraction, times } from '../money/fraction.ts';
import { type Credit, type CreditableLine, creditShare, uncredited } from './credit.ts';
import type { QuantityPrice } from './selection.ts';
import { priceOf } from './tiers.ts';

/** A plan or a fixed add-on as a subscription holds it. */
export interface Product {
  readonly price: QuantityPrice;
  readonly quantity: number;
}

/**
 * The decrease and the increase of the price of a whole interval, in cents: to be credited and to be charged for the
 * share that is left (`shareOf`).
 */
export interface Difference {
  readonly credit: number;
  readonly charge: number;
}

/**
 * Returns the amounts that an immediate change bills for a product. Only the difference when its price or its quantity
 * changed; the old and the new in full when both did, or when `rebill` says that it was bought with another plan. Added
 * and removed products have one side only.
 */
export const differenceOf = (before: Product | undefined, after: Product | undefined, rebill = false): Difference => {
  const was = before ? priceOf(before.price, before.quantity) : 0;
  const is = after ? priceOf(after.price, after.quantity) : 0;
  if (before && after && (rebill || (before.quantity !== after.quantity && isRepriced(before, after))))
    return { credit: was, charge: is };
  return { credit: Math.max(0, was - is), charge: Math.max(0, is - was) };
};

const isRepriced = (before: Product, after: Product) =>
  [before, after].some(({ quantity }) => priceOf(before.price, quantity) !== priceOf(after.price, quantity));

/** A charge of a product, with the part that changes can still credit. */
export interface ChangeableCharge extends CreditableLine {
  /** Charge for a whole interval, in cents; above 0. */
  readonly whole: number;
  /** The part of `whole` that no earlier change has taken away. */
  readonly open: number;
  /** The share of an interval it was charged for: 1, unless it was prorated itself. */
  readonly covered: Fraction;
}

/** The credit against a charge, and the part of its `whole` that it takes away. */
export interface ChangeCredit extends Credit {
  readonly taken: number;
}

/**
 * Credits for `credit` cents of a whole interval of which the share `left` remains, against the charges of the product,
 * newest first: a credit for each charge (all of zeros for one that is not needed). The share is applied after it was
 * decided which charges are credited; none is credited more than it has left.
 */
export const creditCharges = (
  charges: readonly ChangeableCharge[],
  credit: number,
  left: Fraction,
): readonly ChangeCredit[] => {
  let rest = credit;
  return charges.map((charge) => {
    const taken = Math.min(rest, charge.open);
    rest -= taken;
    const unused = times(left, { numerator: charge.covered.denominator, denominator: charge.covered.numerator });
    const share = times(fraction(taken, charge.whole), unused);
    const most = uncredited(charge);
    return { ...creditShare(charge, compare(share, most) > 0 ? most : share), taken };
  });
};
