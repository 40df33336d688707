import { spread, sumOf } from '../money/allocate.ts';
import { rounded } from '../money/fraction.ts';
import type { Discount, DiscountOrder, Line } from './cart.ts';
import { isDiscounted } from './period.ts';

/**
 * The discount of one redemption on each line, and the cents of the line that it was computed from; 0 if not covered.
 */
export interface TakenDiscount {
  readonly parts: readonly number[];
  readonly of: readonly number[];
}

/**
 * Returns the discount of each redemption on each line, in cents: `[discount].parts[line]`, both in the order given.
 * The lines must stand in the order of `byLine`.
 */
export const takeDiscounts = (
  lines: readonly Line[],
  discounts: readonly Discount[],
  order: DiscountOrder,
): readonly TakenDiscount[] => {
  const left = lines.map(({ gross }) => gross);
  const taken: TakenDiscount[] = [];

  const take = (kind: DiscountOrder['first']) => {
    const base = order.percents === 'full' ? [...left] : left;
    discounts.forEach((discount, at) => {
      const { off } = discount;
      if (!(kind in off)) return;
      const open = lines.map((line, place) => (covers(discount, line) ? left[place]! : 0));
      const parts = 'percent' in off ? percentOf(base, off.percent, open) : allocated(off.amount, open);
      taken[at] = { parts, of: 'percent' in off ? open.map((most, place) => most && base[place]!) : open };
      parts.forEach((part, place) => {
        left[place]! -= part;
      });
    });
  };

  take(order.first);
  take(order.first === 'percent' ? 'amount' : 'percent');
  return taken;
};

/** Returns the amount of one discount on the sum that it covers. */
export const discountOn = (off: Discount['off'], covered: number): number =>
  'percent' in off ? hundredths(BigInt(covered) * BigInt(off.percent)) : Math.min(off.amount, covered);

/** Returns the cents of a percent discount: the shares of all lines are rounded once, together. */
const hundredths = (shares: bigint): number => rounded({ numerator: shares, denominator: 100n });

/** Returns the exact share of each line: the percent of its base, at most its open amount. */
const percentOf = (base: readonly number[], percent: number, open: readonly number[]) => {
  const shares = open.map((most, place) => {
    const share = BigInt(base[place]!) * BigInt(percent);
    const limit = BigInt(most) * 100n;
    return share < limit ? share : limit;
  });
  return spread(hundredths(sumOf(shares)), shares, 100n);
};

/** Takes a fixed amount off line after line; a rest after the last one is lost. */
const allocated = (amount: number, open: readonly number[]) => {
  let remaining = amount;
  return open.map((most) => {
    const part = Math.min(remaining, most);
    remaining -= part;
    return part;
  });
};

const covers = ({ off, scope, owner, subscription }: Discount, line: Line): boolean => {
  if (line.kind === 'undiscounted' || !isDiscounted(line.kind, off)) return false;
  if (owner !== undefined && owner !== line.owner) return false;
  if (subscription !== undefined && subscription !== line.subscription) return false;
  if (line.item !== undefined && within(scope.items, line.item)) return true;
  if (line.kind !== 'charge') return within(scope.plans, line.plan);
  return scope.charges && (line.item === undefined || scope.items.length === 0);
};

const within = (names: 'all' | readonly string[], name: string | undefined) =>
  names === 'all' || (name !== undefined && names.includes(name));
