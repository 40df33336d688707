import type { QuantityPrice } from './selection.ts';

/** Quantities that have one price, both ends inclusive; a flat price and the last tier end at `Infinity`. */
export interface PriceRange {
  readonly unit: number;
  readonly from: number;
  readonly to: number;
}

/** Part of a quantity at one price: an invoice line of `quantity` times `unit` cents. The range is for its name. */
export interface PricedQuantity extends PriceRange {
  readonly quantity: number;
}

export const rangesOf = (price: QuantityPrice): readonly PriceRange[] =>
  price.model === 'flat'
    ? [{ unit: price.unit, from: 1, to: Infinity }]
    : price.tiers.map(({ unit, ending }, at, tiers) => ({
        unit,
        from: (tiers[at - 1]?.ending ?? 0) + 1,
        to: tiers[at + 1] ? ending : Infinity,
      }));

/**
 * Returns the parts of a whole quantity from 0: one for each tier used when the price is `tiered`, otherwise one; none
 * for a quantity of 0, or if there is no tier.
 */
export const pricedQuantities = (price: QuantityPrice, quantity: number): readonly PricedQuantity[] => {
  const parts = rangesOf(price)
    .filter(({ from }) => from <= quantity)
    .map((range) => ({ ...range, quantity: Math.min(quantity, range.to) - range.from + 1 }));
  if (price.model === 'tiered') return parts;
  return parts.slice(-1).map((part) => ({ ...part, quantity: price.model === 'stairstep' ? 1 : quantity }));
};

/** Returns the price of a quantity, in cents. */
export const priceOf = (price: QuantityPrice, quantity: number): number =>
  pricedQuantities(price, quantity).reduce((sum, part) => sum + part.quantity * part.unit, 0);
