/**
 * The expected result of `priceCart`, worked out the slow way from the texts of the rules and sharing no line with the
 * calculator: the two are right or wrong independently of each other.
 */
import { type Cart, type Discount, LINE_KINDS, type Line, type PricedCart, type TaxRate } from '../cart.ts';
import { decimal, fraction, least, round, sum, times, whole } from './fraction.ts';
import { handOut } from './hand-out.ts';

export const oracleOfCart = (cart: Cart): PricedCart => {
  const { lines, discounts, order } = cart;
  const turns = turnsOf(lines);
  /** Cents that each coupon took off each line, by coupon and line. */
  const taken = discounts.map(() => lines.map(() => 0));
  /** Cents of each line that each coupon was computed from. */
  const bases = discounts.map(() => lines.map(() => 0));
  const takenFrom = (line: number, counts: (coupon: number) => boolean = () => true): number =>
    add(taken.map((cents, coupon) => (counts(coupon) ? cents[line]! : 0)));
  const left = (line: number): number => lines[line]!.gross - takenFrom(line);

  const isPercent = (coupon: number): boolean => 'percent' in discounts[coupon]!.off;
  const beforeAnyPercent = (line: number): number =>
    lines[line]!.gross - (order.first === 'amount' ? takenFrom(line, (coupon) => !isPercent(coupon)) : 0);

  const takePercent = (coupon: number, percent: number): void => {
    const shares = lines.map((line, index) => {
      if (line.kind === 'setup_fee' || !isEligible(line, discounts[coupon]!)) return whole(0);
      const base = order.percents === 'full' ? beforeAnyPercent(index) : left(index);
      bases[coupon]![index] = left(index) > 0 ? base : 0;
      return least(times(whole(base), fraction(BigInt(percent), 100n)), whole(left(index)));
    });
    taken[coupon] = handOut(round(sum(shares)), shares, turns);
  };

  const takeAmount = (coupon: number, amount: number): void => {
    let rest = amount;
    for (const line of turns) {
      if (!isEligible(lines[line]!, discounts[coupon]!)) continue;
      bases[coupon]![line] = left(line);
      const part = Math.min(left(line), rest);
      taken[coupon]![line] = part;
      rest -= part;
    }
  };

  const coupons = discounts.map((_, coupon) => coupon);
  const percents = coupons.filter(isPercent);
  const amounts = coupons.filter((coupon) => !isPercent(coupon));
  for (const coupon of order.first === 'percent' ? [...percents, ...amounts] : [...amounts, ...percents]) {
    const { off } = discounts[coupon]!;
    if ('percent' in off) takePercent(coupon, off.percent);
    else takeAmount(coupon, off.amount);
  }

  const nets = lines.map((_, line) => left(line));
  const taxes = taxesOf(lines, nets, turns);
  const priced = lines.map((line, index) => ({
    line,
    discounts: discounts
      .map(({ id, off }, coupon) => ({ id, off, of: bases[coupon]![index]!, amount: taken[coupon]![index]! }))
      .filter(({ amount }) => amount > 0),
    discount: takenFrom(index),
    net: nets[index]!,
    taxes: line.rates.map((rate, nth) => ({ rate, amount: taxes[index]![nth]! })),
    tax: add(taxes[index]!),
    total: nets[index]! + add(taxes[index]!),
  }));
  return {
    currency: cart.currency,
    lines: priced,
    gross: add(lines.map(({ gross }) => gross)),
    discount: add(priced.map(({ discount }) => discount)),
    subtotal: add(nets),
    tax: add(priced.map(({ tax }) => tax)),
    total: add(priced.map(({ total }) => total)),
  };
};

const add = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the lines' indices by kind, code and position, which break ties. */
const turnsOf = (lines: readonly Line[]): number[] =>
  lines
    .map((line, index) => ({ line, index }))
    .sort(
      ({ line: a }, { line: b }) =>
        LINE_KINDS.indexOf(a.kind) - LINE_KINDS.indexOf(b.kind) ||
        byCodeUnits(a.code, b.code) ||
        a.position - b.position,
    )
    .map(({ index }) => index);

const isEligible = (line: Line, { scope, subscription }: Discount): boolean => {
  if (line.kind === 'undiscounted') return false;
  if (subscription !== undefined && line.subscription !== subscription) return false;
  const byItem = line.item !== undefined && (scope.items === 'all' || scope.items.includes(line.item));
  if (line.plan !== undefined) return byItem || scope.plans === 'all' || scope.plans.includes(line.plan);
  // A coupon that names no items sees every item as a charge like any other.
  const namesItems = scope.items === 'all' || scope.items.length > 0;
  return line.item !== undefined && namesItems ? byItem : scope.charges;
};

const nameOf = ({ type, region, rate }: TaxRate): string => [type, region, rate].join('\n');

const groupOf = ({ rates }: Line): string => rates.map(nameOf).sort(byCodeUnits).join('\n\n');

/** Cents of tax by line and, within it, by the line's rates. */
const taxesOf = (lines: readonly Line[], nets: readonly number[], turns: readonly number[]): number[][] => {
  const perLine = lines.map(() => 0);
  for (const group of new Set(lines.map(groupOf))) {
    const shares = lines.map((line, index) =>
      groupOf(line) === group ? times(whole(nets[index]!), sum(line.rates.map(({ rate }) => decimal(rate)))) : whole(0),
    );
    handOut(round(sum(shares)), shares, turns).forEach((cents, index) => {
      perLine[index]! += cents;
    });
  }
  return lines.map(({ rates }, index) => {
    const shares = rates.map(({ rate }) => times(whole(nets[index]!), decimal(rate)));
    const byName = rates.map((_, nth) => nth).sort((a, b) => byCodeUnits(nameOf(rates[a]!), nameOf(rates[b]!)));
    return handOut(perLine[index]!, shares, byName);
  });
};
