import type { ShownAdjustment } from '../adjustments/record.ts';
import type { ShownInvoice } from './record.ts';

/** An invoice, and the stored records that its lines refer to. */
export interface InvoiceToExplain {
  readonly invoice: ShownInvoice;
  /** The lines, in the order of the invoice. */
  readonly lines: readonly ShownAdjustment[];
  /** Coupon codes by the uuid of their redemption. */
  readonly coupons: ReadonlyMap<string, string>;
  /** The charges that its credits are made against, by uuid. */
  readonly charges: ReadonlyMap<string, ShownAdjustment>;
}

export interface Explanation {
  readonly heading: string;
  readonly sections: readonly ExplainedSection[];
}

export interface ExplainedSection {
  readonly heading: string;
  /** The reason why the line is on the invoice, in a sentence for everyone. Missing where its heading says it. */
  readonly plainly?: string | undefined;
  readonly sentences: readonly string[];
}
