/** What an independent model of a subscription bills and credits: amounts as exact fractions, line by line. */
import { type Fraction, round, times, whole } from '../../price/oracle/fraction.ts';
import { Charges, isSome, priced } from './charges.ts';
import type { BilledLine, CreditedLine, PriceTerms, Sold } from './history.ts';
import { productsOf, usageOf } from './sold.ts';
import { usedParts } from './usage.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

export class Billing {
  private readonly charges = new Charges();
  private billed: BilledLine[] = [];
  private credited: CreditedLine[] = [];
  /** Unbilled usage of the current period by add-on. */
  private used = new Map<string, number>();
  private readonly terms: PriceTerms;

  constructor(terms: PriceTerms) {
    this.terms = terms;
  }

  /** Returns the lines since the last call. */
  take(): { readonly billed: BilledLine[]; readonly credited: CreditedLine[] } {
    const taken = { billed: this.billed, credited: this.credited };
    this.billed = [];
    this.credited = [];
    return taken;
  }

  /** Begins a period: lines of the previous one can no longer be credited, and its usage is over. */
  begin(): void {
    this.charges.begin();
    this.used = new Map();
  }

  setupFee({ plan, setupFee }: Sold, from: number): void {
    this.add({ what: `setup_fee ${plan}`, from, to: null, ...priced(setupFee, this.terms) });
  }

  /** Bills plan and fixed add-ons of a period in advance: a part of an interval, or nothing for a trial. */
  period(sold: Sold, { from, to }: Span, part: Fraction | 'trial'): void {
    this.begin();
    for (const [what, cents] of productsOf(sold)) {
      if (part === 'trial') {
        this.billed.push({ what: what.replace(' ', '_trial '), from, to, gross: 0, discount: 0, tax: 0 });
        continue;
      }
      this.charge(what, { from, to }, cents, part);
    }
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

  use(code: string, amount: number): void {
    this.used.set(code, (this.used.get(code) ?? 0) + amount);
  }

  /** Bills unbilled usage in arrears: a line for each price used, and one of 0 where nothing was used. */
  usage(sold: Sold, { from, to }: Span, of: (code: string) => boolean): void {
    for (const addOn of usageOf(sold).filter(({ code }) => of(code))) {
      for (const gross of usedParts(addOn, this.used.get(addOn.code) ?? 0))
        this.billed.push({ what: `usage ${addOn.code}`, from, to, ...priced(gross, this.terms) });
      this.used.delete(addOn.code);
    }
  }

  private charge(what: string, { from, to }: Span, cents: number, part: Fraction): void {
    const line = { what, from, to, ...priced(round(times(whole(cents), part)), this.terms) };
    this.add(line);
    this.charges.add(line, cents, part);
  }

  private add(line: BilledLine): void {
    if (line.gross > 0) this.billed.push(line);
  }
}
