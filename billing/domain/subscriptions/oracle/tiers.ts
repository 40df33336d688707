import { fraction, round } from '../../../values/price/oracle/fraction.ts';
import type { SoldAddOn } from './history.ts';

export type Priced = Pick<SoldAddOn, 'unit' | 'model' | 'tiers' | 'percentages'>;

/** Ten-thousandths of a percent in the whole. */
const WHOLE = 1_000_000n;

/** The least part of a unit that a history uses. */
const QUARTER = 0.25;

/**
 * Returns the price of a quantity of an add-on, in cents: one amount for each tier used if each prices its own units;
 * otherwise one amount. Counts quarter by quarter, which is slow and obvious; what was used `before` is not priced
 * again. A unit of a percentage is a cent.
 */
export const partsOf = ({ unit, tiers, percentages, model }: Priced, amount: number, before = 0): number[] => {
  const ends = percentages ?? tiers;
  if (!ends || model === undefined) return [round(fraction(BigInt(amount * 4 * unit), 4n))];
  const tierOf = (unit: number): number => ends.findIndex(({ ending }) => ending === null || unit <= ending);
  const cost = (units: number, tier: number): number =>
    percentages
      ? round(fraction(BigInt(units * percentages[tier]!.share), WHOLE))
      : round(fraction(BigInt(units * 4 * tiers![tier]!.unit), 4n));
  if (model === 'volume') return [cost(amount, tierOf(Math.max(1, amount)))];
  if (model === 'stairstep') return [amount === 0 ? 0 : cost(1, tierOf(amount))];
  const units = new Map<number, number>();
  for (let used = before + QUARTER; used <= before + amount; used += QUARTER) {
    units.set(tierOf(used), (units.get(tierOf(used)) ?? 0) + QUARTER);
  }
  return units.size === 0 ? [0] : [...units].map(([tier, used]) => cost(used, tier));
};
