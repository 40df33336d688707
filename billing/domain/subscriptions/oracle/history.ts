/** The history of a subscription in a test, and its results. Moments are seconds since 1970 in UTC. */
import type { SubscriptionRecord } from '../record.ts';

export interface OracleInterval {
  readonly unit: 'days' | 'months';
  readonly length: number;
}

/** An add-on, with tiers or a flat price; one that is billed by usage has no quantity. */
export interface SoldAddOn {
  readonly code: string;
  /** An item of the catalogue, which may have the code of an add-on of the plan. */
  readonly item?: true;
  readonly unit: number;
  readonly quantity: number | null;
  readonly model?: 'tiered' | 'volume' | 'stairstep';
  readonly tiers?: readonly { readonly ending: number | null; readonly unit: number }[];
  /** Tiers of a percentage: ends in cents, percentages in ten-thousandths of a percent. */
  readonly percentages?: readonly { readonly ending: number | null; readonly share: number }[];
  /** Tiers that usage goes through once in a term, not once in a period. */
  readonly byTerm?: true;
  /** Usage of which the last record of a period is billed, not the sum. */
  readonly last?: true;
}

export interface RampPrice {
  readonly from: number;
  readonly price: number;
}

/** The products of a subscription: a plan and its add-ons, at the agreed prices. */
export interface Sold {
  readonly plan: string;
  readonly interval: OracleInterval;
  /** Periods of a term; null: terms of one period until the subscription is canceled. */
  readonly cycles: number | null;
  readonly setupFee: number;
  /** The price of a unit: of a ramp that of the current cycle. */
  readonly price: number;
  /** The prices of a ramp by the paid cycle from which each applies; empty: a fixed price. */
  readonly ramp: readonly RampPrice[];
  readonly quantity: number;
  readonly addOns: readonly SoldAddOn[];
  /** The fee of each paid period, in cents. */
  readonly shipping: { readonly method: string; readonly amount: number } | null;
}

export interface Change {
  readonly do: 'change';
  readonly timeframe: 'now' | 'bill_date' | 'term_end' | 'renewal';
  /** `to.cycles` is the count of the plan. */
  readonly to: Sold;
  /** The billing that the request names, in place of the site's; only with `now`. */
  readonly billed: { readonly charge: Portion; readonly credit: Portion } | null;
}

/** The part of a whole interval that is charged, or credited. */
export type Portion = 'full_amount' | 'prorated_amount' | 'none';

export type Operation =
  | Change
  | { readonly do: 'postpone'; readonly to: number }
  | { readonly do: 'pause'; readonly cycles: number }
  | { readonly do: 'resume' }
  | { readonly do: 'cancel'; readonly timeframe: 'bill_date' | 'term_end' }
  | { readonly do: 'reactivate' }
  | { readonly do: 'convert trial' }
  | { readonly do: 'use'; readonly code: string; readonly amount: number }
  /** Refunds thousandths of the units of a charge line that bills no usage: the latest one is 0 `back`. */
  | { readonly do: 'refund'; readonly back: number; readonly thousandths: number }
  | { readonly do: 'terminate'; readonly charge: boolean; readonly refund: 'none' | 'partial' | 'full' };

/** The billing of an immediate change for the rest of the period. */
export type ProrationMode = 'prorate' | 'full' | 'none' | 'at_renewal';

export interface History {
  readonly createdAt: number;
  /** Start in the future, or null for now. */
  readonly startsAt: number | null;
  readonly trial: OracleInterval | null;
  readonly firstBill: number | null;
  readonly sold: Sold;
  /** The subscription's own count; null: the plan's. */
  readonly ownCycles: number | null;
  readonly renewalCycles: number | null;
  readonly autoRenew: boolean;
  /** The percentage that a coupon takes off every line, and that of the tax on the rest. */
  readonly discount: number;
  readonly tax: number;
  /** The percentage of the tax on shipping fees, which no coupon discounts. */
  readonly feeTax: number;
  /** Whether prices contain the tax. */
  readonly inclusive: boolean;
  /** Billing of changes after which a period costs more, or the same, and of the others. */
  readonly upgrades: ProrationMode;
  readonly downgrades: ProrationMode;
  /** The operations, in chronological order. */
  readonly operations: readonly { readonly at: number; readonly operation: Operation }[];
  readonly until: number;
}

/** The coupon and the taxes of every line. */
export type PriceTerms = Pick<History, 'discount' | 'tax' | 'feeTax' | 'inclusive'>;

export interface Amounts {
  readonly gross: number;
  readonly discount: number;
  readonly tax: number;
}

/**
 * `plan gold`, `add_on seats`, `item seats`, `setup_fee gold`; of a trial `plan_trial gold`; `usage calls`;
 * `shipping_fee parcel`.
 */
export interface BilledLine extends Amounts {
  readonly what: string;
  readonly from: number;
  readonly to: number | null;
}

/** A credit of one charge line, with the moments from which that was charged. */
export interface CreditedLine extends Amounts {
  readonly what: string;
  readonly from: number;
}

export interface Standing {
  readonly state: SubscriptionRecord['state'] | 'removed';
  readonly plan: string;
  readonly price: number;
  /** The monthly recurring revenue, in cents. */
  readonly mrr: number;
  /** The beginning of each price of a ramp; null: never. */
  readonly rampStarts: readonly (number | null)[];
  readonly period: readonly [number, number] | null;
  readonly term: readonly [number, number] | null;
  readonly remainingCycles: number | null;
  readonly autoRenew: boolean;
  readonly trialEnds: number | null;
  readonly canceledAt: number | null;
  readonly expiresAt: number | null;
  readonly pausedAt: number | null;
  readonly pauseCycles: number | null;
  /** Time of the next automatic invoice; null if that depends on a cancellation. */
  readonly nextBill: number | null;
  readonly pending: boolean;
}

/** One step of a history: the sale, an operation, or a boundary. */
export interface Event {
  readonly at: number;
  readonly what: Operation['do'] | 'sale' | 'boundary';
  readonly refused: boolean;
  readonly billed: readonly BilledLine[];
  readonly credited: readonly CreditedLine[];
  readonly after: Standing;
}
