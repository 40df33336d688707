import type { SoldAddOn } from './history.ts';

export type Priced = Pick<SoldAddOn, 'unit' | 'model' | 'tiers'>;

/**
 * Returns the price of a quantity of an add-on, in cents: one amount for each tier used if each prices its own units;
 * otherwise one amount. Counts unit by unit, which is slow and obvious.
 */
export const partsOf = ({ unit, tiers, model }: Priced, amount: number): number[] => {
  if (!tiers || model === undefined) return [unit * amount];
  const tierOf = (unit: number): number => tiers.findIndex(({ ending }) => ending === null || unit <= ending);
  if (model === 'volume') return [amount * tiers[tierOf(Math.max(1, amount))]!.unit];
  if (model === 'stairstep') return [amount === 0 ? 0 : tiers[tierOf(amount)]!.unit];
  const costs = [0];
  for (let unit = 1; unit <= amount; unit += 1) {
    const tier = tierOf(unit);
    costs[tier] = (costs[tier] ?? 0) + tiers[tier]!.unit;
  }
  return costs;
};
