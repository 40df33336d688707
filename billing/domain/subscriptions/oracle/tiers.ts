import { fraction, round } from '../../../values/price/oracle/fraction.ts';
import type { SoldAddOn } from './history.ts';

export type Priced = Pick<SoldAddOn, 'unit' | 'model' | 'tiers' | 'percentages'>;

/** Ten-thousandths of a percent in the whole. */
const WHOLE = 1_000_000n;

/**
 * Returns the price of a quantity of an add-on, in cents: one amount for each tier used if each prices its own units;
 * otherwise one amount. Counts unit by unit, which is slow and obvious; `before` units came earlier and are not priced
 * again. A unit of a percentage is a cent.
 */
export const partsOf = ({ unit, tiers, percentages, model }: Priced, amount: number, before = 0): number[] => {
  const ends = percentages ?? tiers;
  if (!ends || model === undefined) return [unit * amount];
  const tierOf = (unit: number): number => ends.findIndex(({ ending }) => ending === null || unit <= ending);
  const cost = (units: number, tier: number): number =>
    percentages ? round(fraction(BigInt(units * percentages[tier]!.share), WHOLE)) : units * tiers![tier]!.unit;
  if (model === 'volume') return [cost(amount, tierOf(Math.max(1, amount)))];
  if (model === 'stairstep') return [amount === 0 ? 0 : cost(1, tierOf(amount))];
  const units = new Map<number, number>();
  for (let unit = before + 1; unit <= before + amount; unit += 1) {
    units.set(tierOf(unit), (units.get(tierOf(unit)) ?? 0) + 1);
  }
  return units.size === 0 ? [0] : [...units].map(([tier, used]) => cost(used, tier));
};
