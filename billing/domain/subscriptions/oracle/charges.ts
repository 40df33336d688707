import {
  type Fraction,
  fraction,
  isLess,
  least,
  minus,
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
  /** The part of its units that no refund took. */
  unitsLeft: Fraction;
  /** Its price contains the tax. */
  readonly inclusive: boolean;
}

const percentOf = (cents: number, percent: number): number => round(fraction(BigInt(cents * percent), 100n));

/** Returns the tax on an amount, or within it. */
const taxOf = (cents: number, tax: number, inclusive: boolean): number =>
  inclusive ? round(fraction(BigInt(cents * tax), BigInt(100 + tax))) : percentOf(cents, tax);

/** Returns the price of a line with the coupon and the tax of the history. */
export const priced = (gross: number, { discount, tax, inclusive }: PriceTerms): Amounts => {
  const off = percentOf(gross, discount);
  return { gross, discount: off, tax: taxOf(gross - off, tax, inclusive) };
};

/** Returns the price of a shipping fee, which no coupon discounts. */
export const pricedFee = (gross: number, { feeTax, inclusive }: PriceTerms): Amounts => ({
  gross,
  discount: 0,
  tax: taxOf(gross, feeTax, inclusive),
});

/** Returns a line that no credit covers yet. */
export const uncredited = (line: BilledLine, inclusive: boolean, whole = 0, part: Fraction | null = null): Charged => ({
  ...line,
  inclusive,
  whole,
  open: whole,
  unitsLeft: fraction(1n),
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

/** Credits a share of the units of a line, at most what no credit covers yet. */
export const creditUnits = (line: Charged, share: Fraction): CreditedLine => {
  line.credited = least(plus(line.credited, share), whole(1));
  const isSpent = !isLess(line.credited, whole(1));
  line.unitsLeft = isSpent ? whole(0) : minus(line.unitsLeft, share);
  return given(line);
};

/** Returns what is left of a line's total. */
export const totalLeft = ({ gross, discount, tax, given: credited, inclusive }: Charged): number => {
  const left = gross - credited.gross - (discount - credited.discount);
  return inclusive ? left : left + tax - credited.tax;
};

const given = (line: Charged): CreditedLine => {
  const left = totalLeft(line);
  const taxLeft = line.tax - line.given.tax;
  const gross = soFar(line, 'gross') - line.given.gross;
  const discount = Math.min(soFar(line, 'discount') - line.given.discount, gross);
  const share = soFar(line, 'tax') - line.given.tax;
  const paid = gross - discount;
  // Within a price, neither the credit nor the rest of the line is less than the tax in it.
  const tax = line.inclusive ? Math.min(Math.max(share, taxLeft - (left - paid)), paid) : share;
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
