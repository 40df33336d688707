import type { PriceRange } from '../../values/price/tiers.ts';
import type { LineComputation } from '../adjustments/computation.ts';
import { lastTierOf } from '../adjustments/generated-description.ts';

/**
 * Returns the name of an add-on, followed by the quantities that the line bills if the price depends on the quantity.
 */
export const nameOfRange = (name: string, { from, to }: Pick<PriceRange, 'from' | 'to'>): string => {
  if (Number.isFinite(to)) return `${name} (${from}–${to})`;
  return from > 1 ? lastTierOf(name, from) : name;
};

/**
 * Returns the tier that a line bills, as stored in its computation; undefined if the price does not depend on the
 * quantity.
 */
export const tierOf = ({ from, to }: Pick<PriceRange, 'from' | 'to'>): Pick<LineComputation, 'tier'> =>
  from > 1 || Number.isFinite(to) ? { tier: { from, to: Number.isFinite(to) ? to : null } } : {};
