import { type Fraction, fraction, isLess, least, plus, round, times, whole } from '../../price/oracle/fraction.ts';
import type { Amounts, BilledLine, CreditedLine, PriceTerms } from './history.ts';

/** A line that was charged for a period, and its credits. */
interface Charged extends BilledLine {
  /** Cents of a whole interval, and how many of them no change has removed. */
  readonly whole: number;
  open: number;
  /** The part of an interval that it was charged for. */
  readonly part: Fraction;
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

/** The lines of a period that a change can credit. */
export class Charges {
  private lines: Charged[] = [];

  /** Starts a new period: the lines of the previous one can no longer be credited. */
  begin(): void {
    this.lines = [];
  }

  add(line: BilledLine, whole: number, part: Fraction): void {
    if (whole === 0) return;
    const none = { gross: 0, discount: 0, tax: 0 };
    this.lines.push({ ...line, whole, open: whole, part, credited: fraction(0n), given: none });
  }

  /**
   * Credits so many cents of a whole interval, of which `left` remains. First it is decided which charges are credited,
   * the newest first, then each is credited for the time that is left: what was stored times the part that all its
   * credits cover, rounded, less what its credits came to before. Never more than a line was charged, and nothing of
   * what the product costs in all, `price`, but was never charged.
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
      const unused = fraction(left.top * line.part.bottom, left.bottom * line.part.top);
      const share = times(fraction(BigInt(removed), BigInt(line.whole)), unused);
      line.credited = least(plus(line.credited, share), whole(1));
      const gross = soFar(line, 'gross') - line.given.gross;
      const discount = Math.min(soFar(line, 'discount') - line.given.discount, gross);
      const tax = soFar(line, 'tax') - line.given.tax;
      line.given = {
        gross: line.given.gross + gross,
        discount: line.given.discount + discount,
        tax: line.given.tax + tax,
      };
      if (gross > 0) credits.push({ what: line.what, from: line.from, gross, discount, tax });
    }
    return credits;
  }
}

const soFar = (line: Charged, of: keyof Amounts): number => round(times(whole(line[of]), line.credited));

/** Whether some time is left. */
export const isSome = (left: Fraction): boolean => isLess(whole(0), left);
