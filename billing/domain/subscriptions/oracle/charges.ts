import {
  type Fraction,
  fraction,
  isLess,
  least,
  plus,
  round,
  times,
  whole,
} from '../../../values/price/oracle/fraction.ts';
import type { Amounts, BilledLine, CreditedLine, PriceTerms } from './history.ts';

/** A line that was charged, and its credits. */
export interface Charged extends BilledLine {
  /** Cents of a whole interval, and how many of them no change has removed. */
  readonly whole: number;
  open: number;
  /** The part of an interval that a plan or a fixed add-on was charged for; null: a setup fee, or usage. */
  readonly part: Fraction | null;
  /** The credited part of the line, and its amount. */
  credited: Fraction;
  given: Amounts;
}

const percentOf = (cents: number, percent: number): number => round(fraction(BigInt(cents * percent), 100n));

/** Returns the price of a line with the coupon and the tax of the history. */
export const priced = (gross: number, { discount, tax }: PriceTerms): Amounts => {
  const off = percentOf(gross, discount);
  return { gross, discount: off, tax: percentOf(gross - off, tax) };
};

/** Returns a line that no credit covers yet. */
export const uncredited = (line: BilledLine, whole: number, part: Fraction | null): Charged => ({
  ...line,
  whole,
  open: whole,
  part,
  credited: fraction(0n),
  given: { gross: 0, discount: 0, tax: 0 },
});

/**
 * Credits a line for the part of an interval that is left: what was stored times the part that all its credits cover,
 * rounded, less what its credits came to before. Never more than it was charged. `removed`: so much of it is taken
 * away.
 */
export const creditLeft = (line: Charged, left: Fraction, removed = fraction(1n)): CreditedLine => {
  const part = line.part ?? whole(1);
  const unused = fraction(left.top * part.bottom, left.bottom * part.top);
  line.credited = least(plus(line.credited, times(removed, unused)), whole(1));
  return given(line);
};

/** Credits all that is left of a line. */
export const creditRest = (line: Charged): CreditedLine => {
  line.credited = whole(1);
  return given(line);
};

const given = (line: Charged): CreditedLine => {
  const gross = soFar(line, 'gross') - line.given.gross;
  const discount = Math.min(soFar(line, 'discount') - line.given.discount, gross);
  const tax = soFar(line, 'tax') - line.given.tax;
  line.given = {
    gross: line.given.gross + gross,
    discount: line.given.discount + discount,
    tax: line.given.tax + tax,
  };
  return { what: line.what, from: line.from, gross, discount, tax };
};

/** The lines of a period that a change can credit. */
export class Charges {
  private lines: Charged[] = [];

  /** Starts a new period: the lines of the previous one can no longer be credited. */
  begin(): void {
    this.lines = [];
  }

  add(line: Charged): void {
    if (line.whole > 0) this.lines.push(line);
  }

  /**
   * Credits so many cents of a whole interval, of which `left` remains. First it is decided which charges are credited,
   * the newest first, then each is credited for the time that is left; nothing of what the product costs in all,
   * `price`, but was never charged.
   */
  credit(isOf: (what: string) => boolean, price: number, cents: number, left: Fraction): CreditedLine[] {
    const credits: CreditedLine[] = [];
    const lines = this.lines.filter(({ what }) => isOf(what));
    const uncharged = price - lines.reduce((sum, { open }) => sum + open, 0);
    let rest = cents - Math.max(0, uncharged);
    for (const line of lines.reverse()) {
      if (rest <= 0) break;
      const removed = Math.min(rest, line.open);
      if (removed === 0) continue;
      rest -= removed;
      line.open -= removed;
      const credit = creditLeft(line, left, fraction(BigInt(removed), BigInt(line.whole)));
      if (credit.gross > 0) credits.push(credit);
    }
    return credits;
  }
}

const soFar = (line: Charged, of: keyof Amounts): number => round(times(whole(line[of]), line.credited));

/** Whether some time is left. */
export const isSome = (left: Fraction): boolean => isLess(whole(0), left);
