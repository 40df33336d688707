import { compare, type Fraction, fraction, plus, shareOf, times } from '../money/fraction.ts';

/** What a charge line was invoiced for, in cents, and what earlier credits took back of it. Its total is `gross - discount + tax`. */
export interface CreditableLine {
  readonly gross: number;
  readonly discount: number;
  readonly tax: number;
  readonly credited: { readonly gross: number; readonly discount: number; readonly tax: number };
  /** The share of the line that earlier credits took back, 0 to 1: the `share` of the last one. */
  readonly share: Fraction;
}

/** What a credit gives back of a line. Every amount is at least 0; `net` is `gross - discount`, `total` is `net + tax`. */
export interface Credit {
  readonly gross: number;
  readonly discount: number;
  readonly net: number;
  readonly tax: number;
  readonly total: number;
  /** Of the line, with all credits before it. */
  readonly share: Fraction;
}

/** What no credit has taken back yet of the line's total. */
export const creditableTotal = (line: CreditableLine): number => netLeft(line) + line.tax - line.credited.tax;

/** The share of the line that no credit has taken back yet. */
export const uncredited = ({ share }: CreditableLine): Fraction => plus(fraction(1), times(share, fraction(-1)));

/**
 * Gives back a share of a line. Nothing is computed anew: of each stored amount it gives the cumulative share, rounded, less what was credited before
 * (DESIGN section 5), so that the credits of a whole line take back exactly what it charged. Throws a `RangeError` when less than the share is left.
 */
export const creditShare = (line: CreditableLine, more: Fraction): Credit => {
  if (more.numerator < 0n || compare(more, uncredited(line)) > 0)
    throw new RangeError('Less than this is left of the line');
  const share = plus(line.share, more);
  const gross = due(line.gross, line.credited.gross, share);
  const discount = Math.min(due(line.discount, line.credited.discount, share), gross);
  return creditOf(gross, discount, due(line.tax, line.credited.tax, share), share);
};

/** Gives back an amount of a line, tax included, split as the line's own total is. Throws a `RangeError` when less than it is left. */
export const creditAmount = (line: CreditableLine, amount: number): Credit => {
  const left = creditableTotal(line);
  if (amount < 0 || amount > left) throw new RangeError('Less than this is left of the line');
  if (amount === 0) return creditOf(0, 0, 0, line.share);
  const total = line.gross - line.discount + line.tax;
  const share = fraction(total - left + amount, total);
  const tax = due(line.tax, line.credited.tax, share);
  const discount = due(line.discount, line.credited.discount, share);
  return creditOf(amount - tax + discount, discount, tax, share);
};

const creditOf = (gross: number, discount: number, tax: number, share: Fraction): Credit => {
  const net = gross - discount;
  return { gross, discount, net, tax, total: net + tax, share };
};

/** At least 0 and at most what is left, also where amounts and shares were credited in turns and their roundings met. */
const due = (amount: number, credited: number, share: Fraction): number =>
  Math.min(Math.max(shareOf(amount, share) - credited, 0), amount - credited);

const netLeft = ({ gross, discount, credited }: CreditableLine): number =>
  gross - discount - (credited.gross - credited.discount);
