import type { Adjustment } from '../../resources/adjustment.ts';
import type { LineComputation } from './computation.ts';

/** The discount of one redemption on one line. Stored, so that a refund never prices again. */
export interface LineDiscount {
  readonly redemption: string;
  readonly amount: number;
  /** Discount of the coupon: a whole percent, or cents of the invoice. Missing in lines of earlier releases. */
  readonly off?: { readonly percent: number } | { readonly amount: number };
  /** Cents of the line that it was computed from: what discounts before it left. */
  readonly of?: number;
}

/** The tax of one jurisdiction on one line. `rate` is a decimal fraction. */
export interface LineTax {
  readonly type: string;
  readonly region: string;
  readonly rate: string;
  readonly amount: number;
}

/** A charge or a credit as it is held. A credit's amounts are negative. Its uuid is its id. */
export interface AdjustmentRecord
  extends Omit<Adjustment, 'tax_details' | 'proration_rate' | 'refundable_total_in_cents'> {
  /** The account that it is for, which its invoice need not be of: that is the payer's. */
  readonly account_id: string;
  /** Null while it is pending. */
  readonly invoice_id: string | null;
  readonly subscription_id: string | null;
  /** Code of the plan it was sold under, for coupons. */
  readonly plan_code: string | null;
  /** `item` on the line of an item that a subscription sells besides the add-ons of its plan; null on every other. */
  readonly add_on_source: 'item' | null;
  /** Its position on its invoice. */
  readonly position: number;
  /**
   * A fraction such as `1/3`. For a charge: the share that credits have covered; null if none has. For a credit: the
   * share of its charge that it covers; null if it credits no charge.
   */
  readonly credited_share: string | null;
  /** The tax within the discount, where the price contains the tax; otherwise 0. */
  readonly discount_tax_in_cents: number;
  readonly discounts: readonly LineDiscount[];
  readonly taxes: readonly LineTax[];
  /**
   * The price of a unit of a one-time charge for a fraction, which is stored as one unit of its amount; null for every
   * other line.
   */
  readonly price_of_unit_in_cents: number | null;
  /** The text that the template of its invoice prints below it. */
  readonly printed_text: string | null;
  /** Null for lines that are not computed from the price of a period. */
  readonly computation: LineComputation | null;
}

/** Returns a line without the data that was read with it. */
export const adjustmentOf = (line: ShownAdjustment): AdjustmentRecord => {
  const {
    account_code: _,
    invoice: __,
    invoice_account_code: ___,
    billing_info_uuid: ____,
    invoice_refundable_in_cents: _____,
    credited_in_cents: ______,
    ...record
  } = line;
  return record;
};

/** An adjustment with data of other records, which is read with it and never written. */
export interface ShownAdjustment extends AdjustmentRecord {
  readonly account_code: string;
  /** Prefix and number in one, as addresses have it; null while it is pending. */
  readonly invoice: string | null;
  /** The account of its invoice, which pays it; null while it is pending, missing in a preview that it pays itself. */
  readonly invoice_account_code?: string | null;
  /** The payment method that its invoice names; null if none does. */
  readonly billing_info_uuid?: string | null;
  /** Cents of its invoice that can be refunded; null while it is pending, missing in a preview. */
  readonly invoice_refundable_in_cents?: number | null;
  /** Cents that credits took of it, below 0; missing in a preview. */
  readonly credited_in_cents?: number;
}
