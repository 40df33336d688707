/** The bills and credits of an independent model of a subscription: amounts as exact fractions, line by line. */
import { type Fraction, fraction, isLess, round, times, whole } from '../../../values/price/oracle/fraction.ts';
import {
  type Charged,
  Charges,
  creditLeft,
  creditRest,
  creditUnits,
  isSome,
  priced,
  pricedFee,
  totalLeft,
  uncredited,
} from './charges.ts';
import type { BilledLine, CreditedLine, PriceTerms, Sold } from './history.ts';
import { linesOf, productsOf, usageOf } from './sold.ts';
import { partsOf } from './tiers.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Usage of an add-on at a moment. */
export interface Use {
  readonly code: string;
  readonly at: number;
  readonly amount: number;
}

const sumOf = (used: readonly Use[]): number => used.reduce((sum, { amount }) => sum + amount, 0);

export class Billing {
  private readonly charges = new Charges();
  private billed: BilledLine[] = [];
  private credited: CreditedLine[] = [];
  /** The shipping fees of the current period. */
  private fees: Charged[] = [];
  /** All lines that bill no usage, which refunds name. */
  private refundable: Charged[] = [];
  /** Unbilled usage of the current period. */
  private used: Use[] = [];
  /** Billed usage, which tiers of a term go on from. */
  private counted: Use[] = [];
  private readonly terms: PriceTerms;
  /** The lines of the invoice that is being made, those of 0 among them. */
  private invoice: Charged[] = [];
  /** The last invoice; one of credits alone has no lines. */
  private last: { readonly at: number; readonly lines: readonly Charged[] } = { at: 0, lines: [] };

  constructor(terms: PriceTerms) {
    this.terms = terms;
  }

  /** Returns the lines since the last call: a charge invoice, and a credit invoice before it, which may be a refund. */
  take(at: number, isRefund: boolean): { readonly billed: BilledLine[]; readonly credited: CreditedLine[] } {
    const taken = { billed: this.billed, credited: this.credited };
    if (!isRefund && this.invoice.length + this.credited.length > 0) this.last = { at, lines: this.invoice };
    this.invoice = [];
    this.billed = [];
    this.credited = [];
    return taken;
  }

  /** Begins a period: lines of the previous one can no longer be credited, and its usage is over. */
  begin(): void {
    this.charges.begin();
    this.fees = [];
    this.used = [];
  }

  setupFee({ plan, setupFee }: Sold, from: number): void {
    this.add(this.uncredited({ what: `setup_fee ${plan}`, from, to: null, ...priced(setupFee, this.terms) }));
  }

  /** Bills plan and fixed add-ons of a period in advance: a part of an interval, or nothing for a trial. */
  period(sold: Sold, { from, to }: Span, part: Fraction | 'trial'): void {
    this.begin();
    if (part === 'trial') {
      for (const [product] of productsOf(sold)) {
        const line = { what: product.replace(' ', '_trial '), from, to, gross: 0, discount: 0, tax: 0 };
        this.billed.push(line);
        this.invoice.push(this.uncredited(line));
      }
      return;
    }
    for (const [what, cents] of linesOf(sold)) this.charge(what, { from, to }, cents, part);
    this.fee(sold, { from, to });
  }

  /** Bills the shipping fee of a period in full, however long it is. */
  fee({ shipping }: Sold, { from, to }: Span): void {
    if (!shipping || shipping.amount === 0) return;
    const line = { what: `shipping_fee ${shipping.method}`, from, to, ...pricedFee(shipping.amount, this.terms) };
    const fee = this.uncredited(line);
    this.add(fee);
    this.fees.push(fee);
  }

  /** Credits all that is left of the shipping fees of the period. */
  creditFees(): void {
    for (const fee of this.fees) if (totalLeft(fee) > 0) this.credited.push(creditRest(fee));
  }

  /** Refunds a part of a line's units. Returns false where it is refused: too many units, or a part of a fee. */
  refundUnits(back: number, thousandths: number): boolean {
    const line = this.refundable.at(-1 - back);
    const share = fraction(BigInt(thousandths), 1000n);
    if (!line || isLess(line.unitsLeft, share) || !isLess(line.credited, whole(1))) return false;
    const { credited, given, unitsLeft } = line;
    const credit = creditUnits(line, share);
    if (line.what.startsWith('shipping_fee ') && totalLeft(line) > 0) {
      Object.assign(line, { credited, given, unitsLeft });
      return false;
    }
    this.credited.push(credit);
    return true;
  }

  /** Bills one product for the rest of a period. */
  part(what: string, span: Span, cents: number, left: Fraction): void {
    if (isSome(left)) this.charge(what, span, cents, left);
  }

  credit(from: Sold, what: string, cents: number, left: Fraction): void {
    const isOf = (charged: string) => (what.startsWith('plan ') ? charged.startsWith('plan ') : charged === what);
    const price = new Map(productsOf(from)).get(what) ?? 0;
    this.credited.push(...this.charges.credit(isOf, price, cents, left));
  }

  /**
   * Refunds the last invoice, if it is not older than the term: what is left of every line, or of those of plan and
   * fixed add-ons the part that is left of the interval they were charged for.
   */
  refund(termStart: number, left: Fraction | 'whole'): void {
    if (this.last.at < termStart) return;
    for (const line of this.last.lines) {
      if (left !== 'whole' && line.part === null) continue;
      const before = { credited: line.credited, given: line.given };
      const credit = left === 'whole' ? creditRest(line) : creditLeft(line, left, line.unitsLeft);
      if (credit.gross - credit.discount + (line.inclusive ? 0 : credit.tax) > 0) this.credited.push(credit);
      // What costs nothing is not refunded.
      else Object.assign(line, before);
    }
  }

  use(use: Use): void {
    this.used.push(use);
  }

  /** Bills unbilled usage in arrears: a line for each price used, and one of 0 where nothing was used. */
  usage(sold: Sold, { from, to }: Span, termStart: number, of: (code: string) => boolean): void {
    for (const addOn of usageOf(sold).filter(({ code }) => of(code))) {
      const used = this.used.filter(({ code }) => code === addOn.code);
      const earlier = this.counted.filter(({ code, at }) => code === addOn.code && at >= termStart);
      const amount = addOn.last ? (used.at(-1)?.amount ?? 0) : sumOf(used);
      for (const gross of partsOf(addOn, amount, addOn.byTerm ? sumOf(earlier) : 0)) {
        const line = { what: `usage ${addOn.code}`, from, to, ...priced(gross, this.terms) };
        this.billed.push(line);
        if (gross > 0) this.invoice.push(this.uncredited(line));
      }
      this.used = this.used.filter(({ code }) => code !== addOn.code);
      this.counted.push(...used);
    }
  }

  private charge(what: string, { from, to }: Span, cents: number, part: Fraction): void {
    const amounts = priced(round(times(whole(cents), part)), this.terms);
    const line = this.uncredited({ what, from, to, ...amounts }, cents, part);
    this.add(line);
    this.charges.add(line);
  }

  private uncredited(line: BilledLine, cents?: number, part?: Fraction): Charged {
    return uncredited(line, this.terms.inclusive, cents, part);
  }

  private add(line: Charged): void {
    this.invoice.push(line);
    const { what, from, to, gross, discount, tax } = line;
    if (gross > 0) this.refundable.push(line);
    if (gross > 0) this.billed.push({ what, from, to, gross, discount, tax });
  }
}
