import type { Adjustment } from '../../resources/adjustment.ts';
import type { LineComputation } from './computation.ts';

/** What a redemption took off one line. Kept as it was, so that a refund never prices again. */
export interface LineDiscount {
  readonly redemption: string;
  readonly amount: number;
  /** What the coupon took off: a whole percent, or cents of the invoice. Missing in lines of earlier releases. */
  readonly off?: { readonly percent: number } | { readonly amount: number };
  /** Cents of the line that it was computed from: what discounts before it left. */
  readonly of?: number;
}

/** What one jurisdiction takes of one line. `rate` is a decimal fraction. */
export interface LineTax {
  readonly type: string;
  readonly region: string;
  readonly rate: string;
  readonly amount: number;
}

/** A charge or a credit as it is held. A credit's amounts are negative. Its uuid is its id. */
export interface AdjustmentRecord extends Omit<Adjustment, 'tax_details'> {
  readonly account_id: string;
  /** Null while it is pending. */
  readonly invoice_id: string | null;
  readonly subscription_id: string | null;
  /** Of the plan it was sold under, for coupons. */
  readonly plan_code: string | null;
  /** Where it stands on its invoice. */
  readonly position: number;
  /**
   * As numerator and denominator, `1/3`. Of a charge: the share that credits covered; null: none has. Of a credit: the
   * share of its charge that it covers; null where it credits no charge.
   */
  readonly credited_share: string | null;
  readonly discounts: readonly LineDiscount[];
  readonly taxes: readonly LineTax[];
  /** Null for lines that are not computed from the price of a period. */
  readonly computation: LineComputation | null;
}

/** An adjustment with what other records say of it, read with it, never written. */
export interface ShownAdjustment extends AdjustmentRecord {
  readonly account_code: string;
  /** Prefix and number in one, as addresses have it; null while it is pending. */
  readonly invoice: string | null;
}
