import type { QuantityPrice } from './selection.ts';

/** Part of a quantity at one price: an invoice line of `quantity` times `unit` cents. */
export interface PricedQuantity {
  readonly quantity: number;
  readonly unit: number;
  /** The range of the tier it fell into, both ends inclusive, for the line's name; a flat price and the last tier end at `Infinity`. */
  readonly from: number;
  readonly to: number;
}

/**
 * What a whole quantity from 0 is made of (reference "pricing", section 3): a part for each tier used when the price is `tiered`, otherwise one part; none
 * for a quantity of 0, or where there is no tier.
 */
export const pricedQuantities = (price: QuantityPrice, quantity: number): readonly PricedQuantity[] => {
  const tiers = price.model === 'flat' ? [{ ending: Infinity, unit: price.unit }] : price.tiers;
  const parts: PricedQuantity[] = [];
  let from = 1;
  for (const tier of tiers) {
    if (from > quantity) break;
    const to = tier === tiers.at(-1) ? Infinity : tier.ending;
    parts.push({ quantity: Math.min(quantity, to) - from + 1, unit: tier.unit, from, to });
    from = to + 1;
  }
  if (price.model === 'flat' || price.model === 'tiered') return parts;
  return parts.slice(-1).map((part) => ({ ...part, quantity: price.model === 'volume' ? quantity : 1 }));
};

/** What a quantity costs, in cents. */
export const priceOf = (price: QuantityPrice, quantity: number): number =>
  pricedQuantities(price, quantity).reduce((sum, part) => sum + part.quantity * part.unit, 0);
