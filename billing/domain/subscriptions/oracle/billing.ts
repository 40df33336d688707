/** The bills and credits of an independent model of a subscription: amounts as exact fractions, line by line. */
import { type Fraction, round, times, whole } from '../../../values/price/oracle/fraction.ts';
import { type Charged, Charges, creditLeft, creditRest, isSome, priced, uncredited } from './charges.ts';
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

  /** Returns the lines since the last call: a charge invoice, and a credit invoice before it. */
  take(at: number): { readonly billed: BilledLine[]; readonly credited: CreditedLine[] } {
    const taken = { billed: this.billed, credited: this.credited };
    if (this.invoice.length + this.credited.length > 0) this.last = { at, lines: this.invoice };
    this.invoice = [];
    this.billed = [];
    this.credited = [];
    return taken;
  }

  /** Begins a period: lines of the previous one can no longer be credited, and its usage is over. */
  begin(): void {
    this.charges.begin();
    this.used = [];
  }

  setupFee({ plan, setupFee }: Sold, from: number): void {
    this.add(uncredited({ what: `setup_fee ${plan}`, from, to: null, ...priced(setupFee, this.terms) }, 0, null));
  }

  /** Bills plan and fixed add-ons of a period in advance: a part of an interval, or nothing for a trial. */
  period(sold: Sold, { from, to }: Span, part: Fraction | 'trial'): void {
    this.begin();
    if (part === 'trial') {
      for (const [product] of productsOf(sold)) {
        const line = { what: product.replace(' ', '_trial '), from, to, gross: 0, discount: 0, tax: 0 };
        this.billed.push(line);
        this.invoice.push(uncredited(line, 0, null));
      }
      return;
    }
    for (const [what, cents] of linesOf(sold)) this.charge(what, { from, to }, cents, part);
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
      const { gross, discount, tax, ...about } = left === 'whole' ? creditRest(line) : creditLeft(line, left);
      if (gross - discount + tax > 0) this.credited.push({ ...about, gross, discount, tax });
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
        if (gross > 0) this.invoice.push(uncredited(line, 0, null));
      }
      this.used = this.used.filter(({ code }) => code !== addOn.code);
      this.counted.push(...used);
    }
  }

  private charge(what: string, { from, to }: Span, cents: number, part: Fraction): void {
    const amounts = priced(round(times(whole(cents), part)), this.terms);
    const line = uncredited({ what, from, to, ...amounts }, cents, part);
    this.add(line);
    this.charges.add(line);
  }

  private add(line: Charged): void {
    this.invoice.push(line);
    const { what, from, to, gross, discount, tax } = line;
    if (gross > 0) this.billed.push({ what, from, to, gross, discount, tax });
  }
}
