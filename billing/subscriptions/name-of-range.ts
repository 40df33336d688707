import type { PriceRange } from '../price/tiers.ts';

/** Returns the name of an add-on, with the quantities that a line bills where its price depends on the quantity. */
export const nameOfRange = (name: string, { from, to }: Pick<PriceRange, 'from' | 'to'>): string => {
  if (Number.isFinite(to)) return `${name} (${from}–${to})`;
  return from > 1 ? `${name} (${from} and up)` : name;
};
