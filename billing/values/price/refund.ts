import { allocate } from '../money/allocate.ts';
import { fraction, times } from '../money/fraction.ts';
import { type Credit, type CreditableLine, creditAmount, creditableTotal, creditShare, uncredited } from './credit.ts';

/**
 * Refunds some of a line's quantity; with `left`, only for the share of its period that is left. Unit by unit it comes
 * to exactly the whole line. Throws a `RangeError` when fewer are left.
 */
export const refundQuantity = (line: CreditableLine, quantity: number, of: number, left = fraction(1)): Credit =>
  creditShare(line, times(fraction(quantity, of), left));

/** Refunds all that is left of a line. */
export const refundRest = (line: CreditableLine): Credit => creditShare(line, uncredited(line));

/**
 * Refunds an amount, tax included, of several lines: spread by what is left of each, by largest remainder, so that the
 * credits' totals add up to it. One credit for each line, in their order; `compare` says which of two lines with equal
 * claims to a cent comes first. Throws a `RangeError` when less is left.
 */
export const refundAmount = <Line extends CreditableLine>(
  lines: readonly Line[],
  amount: number,
  compare: (a: Line, b: Line) => number,
): readonly Credit[] => {
  const parts = allocate(amount, lines, creditableTotal, compare);
  return lines.map((line, place) => creditAmount(line, parts[place]!));
};
