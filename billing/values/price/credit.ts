import { compare, type Fraction, fraction, plus, shareOf, times } from '../money/fraction.ts';

/**
 * The invoiced amounts of a charge line, in cents, and those that earlier credits covered. Its total is `gross -
 * discount + tax`, or `gross - discount` where its price contains the tax.
 */
export interface CreditableLine {
  /** Its price contains the tax. */
  readonly inclusive: boolean;
  readonly gross: number;
  readonly discount: number;
  readonly tax: number;
  readonly credited: { readonly gross: number; readonly discount: number; readonly tax: number };
  /** The share of the line that earlier credits covered, 0 to 1: the `share` of the last one. */
  readonly share: Fraction;
}

/**
 * The part of a line that a credit covers. Every amount is at least 0; `net` is `gross - discount`, without the tax in
 * it, `total` is `net + tax`.
 */
export interface Credit {
  readonly gross: number;
  readonly discount: number;
  readonly net: number;
  readonly tax: number;
  readonly total: number;
  /** The share of the line that this credit and all before it cover. */
  readonly share: Fraction;
}

/** Returns the part of the line's total that no credit covers yet. */
export const creditableTotal = (line: CreditableLine): number => netLeft(line) + line.tax - line.credited.tax;

/** Returns the share of the line that no credit covers yet. */
export const uncredited = ({ share }: CreditableLine): Fraction => plus(fraction(1), times(share, fraction(-1)));

/**
 * Credits a share of a line. Nothing is recomputed: of each stored amount it credits the cumulative share, rounded,
 * less what was credited before, so that the credits of a whole line add up to exactly what it charged. Throws a
 * `RangeError` when less than the share is left.
 */
export const creditShare = (line: CreditableLine, more: Fraction): Credit => {
  if (more.numerator < 0n || compare(more, uncredited(line)) > 0)
    throw new RangeError('Less than this is left of the line');
  const share = plus(line.share, more);
  const gross = due(line.gross, line.credited.gross, share);
  const discount = Math.min(due(line.discount, line.credited.discount, share), gross);
  const tax = due(line.tax, line.credited.tax, share);
  if (!line.inclusive) return creditOf(gross - discount, discount, tax, share, line);
  // The rest of the line may contain no more tax than it comes to.
  const least = line.tax - line.credited.tax - (creditableTotal(line) - (gross - discount));
  const within = Math.min(Math.max(tax, least), gross - discount);
  return creditOf(gross - discount - within, discount, within, share, line);
};

/**
 * Credits an amount of a line, tax included, split like the line's own total: a small amount can fall on the tax alone.
 * Throws a `RangeError` when less is left.
 */
export const creditAmount = (line: CreditableLine, amount: number): Credit => {
  const left = creditableTotal(line);
  if (amount < 0 || amount > left) throw new RangeError('Less than this is left of the line');
  if (amount === 0) return creditOf(0, 0, 0, line.share, line);
  const total = netOf(line) + line.tax;
  const share = fraction(total - left + amount, total);
  // After shares were credited, the roundings of net and tax may leave the one more of the amount than its part.
  const tax = Math.min(Math.max(due(line.tax, line.credited.tax, share), amount - netLeft(line)), amount);
  const discount = due(line.discount, line.credited.discount, share);
  return creditOf(amount - tax, discount, tax, compare(share, line.share) > 0 ? share : line.share, line);
};

/**
 * Credits an amount of a line before tax; the discount and the tax of the same share follow. Throws a `RangeError` when
 * less is left.
 */
export const creditNet = (line: CreditableLine, amount: number): Credit => {
  const left = netLeft(line);
  if (amount < 0 || amount > left) throw new RangeError('Less than this is left of the line');
  if (amount === 0) return creditOf(0, 0, 0, line.share, line);
  const net = netOf(line);
  const share = fraction(net - left + amount, net);
  const discount = due(line.discount, line.credited.discount, share);
  const tax = due(line.tax, line.credited.tax, share);
  return creditOf(amount, discount, tax, compare(share, line.share) > 0 ? share : line.share, line);
};

/** Whether a credit takes no amount, because its share rounds to nothing. */
export const isEmpty = ({ gross, total }: Credit): boolean => gross === 0 && total === 0;

const creditOf = (
  net: number,
  discount: number,
  tax: number,
  share: Fraction,
  { inclusive }: Pick<CreditableLine, 'inclusive'>,
): Credit => ({ gross: net + discount + (inclusive ? tax : 0), discount, net, tax, total: net + tax, share });

/** Returns the line's amount before tax. */
const netOf = ({ gross, discount, tax, inclusive }: Omit<CreditableLine, 'credited' | 'share'>): number =>
  gross - discount - (inclusive ? tax : 0);

/**
 * Returns the amount to credit: at least 0 and at most what is left, also if amounts and shares were credited
 * alternately and rounded differently.
 */
const due = (amount: number, credited: number, share: Fraction): number =>
  Math.min(Math.max(shareOf(amount, share) - credited, 0), amount - credited);

/** Returns what no credit covers yet of the line's amount before tax. */
export const netLeft = (line: CreditableLine): number =>
  netOf(line) - netOf({ ...line.credited, inclusive: line.inclusive });
