import type { LineComputation } from '../adjustments/computation.ts';
import type { PriceRange } from '../price/tiers.ts';

/** Returns the name of an add-on, with the quantities that a line bills where its price depends on the quantity. */
export const nameOfRange = (name: string, { from, to }: Pick<PriceRange, 'from' | 'to'>): string => {
  if (Number.isFinite(to)) return `${name} (${from}–${to})`;
  return from > 1 ? `${name} (${from} and up)` : name;
};

/** Returns the tier that a line bills, as its computation holds it; nothing where the price is the same throughout. */
export const tierOf = ({ from, to }: Pick<PriceRange, 'from' | 'to'>): Pick<LineComputation, 'tier'> =>
  from > 1 || Number.isFinite(to) ? { tier: { from, to: Number.isFinite(to) ? to : null } } : {};
