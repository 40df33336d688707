/**
 * The expected result of `priceCart`, worked out the slow way from the texts of the rules and sharing no line with the
 * calculator: the two are right or wrong independently of each other.
 */
import { type Cart, type Discount, LINE_KINDS, type Line, type PricedCart, type TaxRate } from '../cart.ts';
import { decimal, type Fraction, fraction, least, round, sum, times, whole } from './fraction.ts';
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

  const paid = lines.map((_, line) => left(line));
  const taxes = taxesOf(lines, paid, turns);
  const ofDiscounts = taxesOf(
    lines,
    lines.map((line, index) => (line.inclusive ? takenFrom(index) : 0)),
    turns,
  );
  const netOf = (index: number): number => paid[index]! - (lines[index]!.inclusive ? add(taxes[index]!) : 0);
  const priced = lines.map((line, index) => ({
    line,
    discounts: discounts
      .map(({ id, off }, coupon) => ({ id, off, of: bases[coupon]![index]!, amount: taken[coupon]![index]! }))
      .filter(({ amount }) => amount > 0),
    discount: takenFrom(index),
    discountTax: add(ofDiscounts[index]!),
    net: netOf(index),
    taxes: line.rates.map((rate, nth) => ({ rate, amount: taxes[index]![nth]! })),
    tax: add(taxes[index]!),
    total: netOf(index) + add(taxes[index]!),
  }));
  const discount = add(priced.map(({ discount: cents, discountTax }) => cents - discountTax));
  const subtotal = add(priced.map(({ net }) => net));
  return {
    currency: cart.currency,
    lines: priced,
    gross: subtotal + discount,
    discount,
    subtotal,
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

const groupOf = ({ rates, inclusive }: Line): string =>
  `${inclusive ? 'within' : 'on top'} ${rates.map(nameOf).sort(byCodeUnits).join('\n\n')}`;

/** Returns the exact tax at one of the line's rates: on cents, or within them, `cents * rate / (1 + all rates)`. */
const exactly = (line: Line, cents: number, rate: string): Fraction => {
  const { top, bottom } = line.inclusive ? sum(['1', ...line.rates.map((each) => each.rate)].map(decimal)) : whole(1);
  return times(times(whole(cents), decimal(rate)), fraction(bottom, top));
};

/** Cents of tax by line and, within it, by the line's rates. */
const taxesOf = (lines: readonly Line[], cents: readonly number[], turns: readonly number[]): number[][] => {
  const perLine = lines.map(() => 0);
  for (const group of new Set(lines.map(groupOf))) {
    const shares = lines.map((line, index) =>
      groupOf(line) === group ? sum(line.rates.map(({ rate }) => exactly(line, cents[index]!, rate))) : whole(0),
    );
    handOut(round(sum(shares)), shares, turns).forEach((part, index) => {
      perLine[index]! += part;
    });
  }
  return lines.map((line, index) => {
    const { rates } = line;
    const shares = rates.map(({ rate }) => exactly(line, cents[index]!, rate));
    const byName = rates.map((_, nth) => nth).sort((a, b) => byCodeUnits(nameOf(rates[a]!), nameOf(rates[b]!)));
    return handOut(perLine[index]!, shares, byName);
  });
};
