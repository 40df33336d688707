import type { QuantityPrice, Tier } from './selection.ts';

/** Part of a quantity at one price: an invoice line of `quantity` times `unit` cents. */
export interface PricedQuantity {
  readonly quantity: number;
  readonly unit: number;
  /** Of the tier it fell into, for the line's name; missing for a flat price. */
  readonly range?: TierRange;
}

/** From one quantity to another, both inclusive; the last tier ends at `Infinity`. */
export interface TierRange {
  readonly from: number;
  readonly to: number;
}

/**
 * What a whole quantity from 0 is made of (reference "pricing", section 3): a part for each tier used when the price is `tiered`, otherwise one part; none
 * for a quantity of 0 or where there is no tier. Tiers stand in ascending order.
 */
export const pricedQuantities = (price: QuantityPrice, quantity: number): readonly PricedQuantity[] => {
  if (quantity < 1) return [];
  if (price.model === 'flat') return [{ quantity, unit: price.unit }];
  const parts = price.tiers
    .map(({ unit }, at) => ({ unit, range: tierRange(price.tiers, at) }))
    .filter(({ range: { from } }) => from <= quantity)
    .map(({ unit, range }) => ({ quantity: Math.min(quantity, range.to) - range.from + 1, unit, range }));
  if (price.model === 'tiered') return parts;
  return parts.slice(-1).map((part) => ({ ...part, quantity: price.model === 'volume' ? quantity : 1 }));
};

/** What a quantity costs, in cents. */
export const priceOf = (price: QuantityPrice, quantity: number): number =>
  pricedQuantities(price, quantity).reduce((sum, part) => sum + part.quantity * part.unit, 0);

/** The price of one at a quantity of at least 1: that of the tier which the quantity reaches. 0 where there is no tier. */
export const unitPrice = (price: QuantityPrice, quantity: number): number =>
  pricedQuantities(price, quantity).at(-1)?.unit ?? 0;

const tierRange = (tiers: readonly Tier[], at: number): TierRange => ({
  from: (tiers[at - 1]?.ending ?? 0) + 1,
  to: at === tiers.length - 1 ? Number.POSITIVE_INFINITY : tiers[at]!.ending,
});
