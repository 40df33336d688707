import type { Seconds } from '../../values/time.ts';

/**
 * The computation of a line's amount, from which it can be explained and credited later. The period is that of the
 * line; discounts and taxes are stored with it too.
 */
export interface LineComputation {
  /** The share of a regular interval that is billed, `1175400/2678400`: `1/1` unless it is prorated. */
  readonly proration: string;
  /** Cents of a whole interval; `proration` of them, rounded on the product, are the line's gross amount. */
  readonly whole_in_cents: number;
  /** The regular interval, and the date from which its periods are computed. */
  readonly interval_unit: 'days' | 'months';
  readonly interval_length: number;
  readonly anchor_at: Seconds;
  /** The quantity and the price of a unit that make up `whole_in_cents`; missing for a difference of two prices. */
  readonly quantity?: number;
  readonly unit_amount_in_cents?: number;
  /** Price of a whole interval before the change whose difference the line bills. */
  readonly instead_of_in_cents?: number;
  /** Quantity and price of a unit before and after that change; missing where the price depends on the quantity. */
  readonly from?: UnitTerms;
  readonly to?: UnitTerms;
  /** The paid cycle of a ramp that is billed, and that from which its price applies. */
  readonly ramp?: { readonly cycle: number; readonly from: number };
  /** The first and the last unit at the price of this line, where the price depends on the quantity. */
  readonly tier?: { readonly from: number; readonly to: number | null };
  /** Set on lines for usage in arrears, which are not prorated: `whole_in_cents` is their full amount. */
  readonly usage?: LineUsage;
}

/** So many units at one price. */
export interface UnitTerms {
  readonly quantity: number;
  readonly unit_amount_in_cents: number;
}

/** The usage that a line bills. */
export interface LineUsage {
  /** Units, or cents where a percentage is charged, as decimal text. Below 0: a correction. */
  readonly amount: string;
  /** The price of a unit, or of the step reached, in cents; null for a percentage. */
  readonly unit: number | null;
  readonly percentage: string | null;
  readonly measured_unit_id: number | null;
  /** For late usage: the amount already billed for its period, as decimal text. */
  readonly before?: string;
  /** For tiers that go on through a term: the amount already billed in it, as decimal text. */
  readonly in_term?: string;
}
