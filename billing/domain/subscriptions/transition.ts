import type { Fraction } from '../../values/money/fraction.ts';
import type { Period } from '../../values/periods/period.ts';
import type { PeriodBilling } from '../../values/price/period.ts';
import type { AddOnSource } from '../../values/price/subscription-lines.ts';
import type { Seconds } from '../../values/time.ts';
import type { UnitTerms } from '../adjustments/computation.ts';
import type { SaidOnCancel } from './cancellation-note.ts';
import type { SubscriptionEventType } from './event-type.ts';
import type { SubscriptionAddOnRecord, SubscriptionRecord } from './record.ts';

/**
 * The changes, charges, credits and events of a subscription's transition. Transitions are pure: they read no clock,
 * storage or catalogue, and throw `Failure` where the state does not allow them. An order turns charges and credits
 * into the lines of one invoice each and posts them with the record and the events in one transaction.
 */
export interface Transition<S extends SubscriptionRecord | null = SubscriptionRecord | null> {
  /** The new record; null when the subscription is removed because it never started. */
  readonly subscription: S;
  /** Charges for `subscription`. Empty: there is no charge invoice. */
  readonly charges: readonly SubscriptionCharge[];
  readonly credits: readonly SubscriptionCredit[];
  /** Usage to void: a negative record brings it to zero. */
  readonly voidedUsage?: readonly UsageCharge[];
  /** The events, in their order of delivery. */
  readonly events: readonly SubscriptionEvent[];
  /** The answers of the customer who ends it at once. */
  readonly said?: SaidOnCancel | undefined;
}

/** The plan, or the add-on with this code and source. */
export interface ProductKey {
  readonly kind: 'plan' | 'add_on';
  readonly code: string;
  readonly source?: AddOnSource | undefined;
}

/** The plan and the fixed add-ons of the new record, for a period in advance. */
export interface PeriodCharge extends PeriodBilling {
  readonly kind: 'period';
  readonly period: Period;
  /**
   * The share of a regular interval to bill: 1, except for a first period of another length. Setup fees are not
   * prorated.
   */
  readonly proration: Fraction;
}

/**
 * One product that an immediate change adds or makes more expensive: one line with a quantity of 1 and `shareOf(amount,
 * proration)` cents.
 */
export interface ProductCharge {
  readonly kind: 'product';
  /** A product of the new record. */
  readonly product: ProductKey;
  /** Cents of a whole interval, above 0. */
  readonly amount: number;
  /** The rest of the current period. */
  readonly period: Period;
  /** The share of a regular interval that is left. */
  readonly proration: Fraction;
  /** Quantity and price of a unit before and after; missing unless both have one price for every unit. */
  readonly terms?: { readonly from: UnitTerms; readonly to: UnitTerms };
}

/** Usage recorded in a period that ends and not billed yet. */
export interface UsageCharge {
  readonly kind: 'usage';
  readonly period: Period;
  /** The add-ons at the prices of that period. */
  readonly addOns: readonly SubscriptionAddOnRecord[];
}

/** The shipping fee of the new record, which an immediate change charges in full. A period bills its fee by itself. */
export interface ShippingFeeCharge {
  readonly kind: 'shipping_fee';
  /** The rest of the current period. */
  readonly period: Period;
}

export type SubscriptionCharge = PeriodCharge | ProductCharge | UsageCharge | ShippingFeeCharge;

/** Whether a charge bills the plan or add-ons at their price: usage and shipping fees have lines of their own. */
export const isOfProducts = (charge: SubscriptionCharge): charge is PeriodCharge | ProductCharge =>
  charge.kind === 'period' || charge.kind === 'product';

/**
 * One product that an immediate change removes or makes cheaper: `amount` cents of a whole interval are taken from the
 * charges of the product for the period at `at`, newest first, and the share `proration` of them is credited
 * (`creditCharges`).
 */
export interface ProductCredit {
  readonly kind: 'product';
  /** A product of the record before the change. */
  readonly product: ProductKey;
  /** Cents of a whole interval, above 0. */
  readonly amount: number;
  readonly at: Seconds;
  /** The share of a regular interval that is left. */
  readonly proration: Fraction;
}

/**
 * A refund of this subscription's lines on the last invoice of the current term. Skipped when that is unpaid or a
 * credit invoice.
 */
export interface TerminationCredit {
  readonly kind: 'last_invoice';
  /**
   * The share of a regular interval that is unused, for the lines of products: a line that was itself charged for less
   * than a regular interval is refunded by this share divided by its own, at most in full. Null: every line in full,
   * setup fees included.
   */
  readonly proration: Fraction | null;
}

/** The shipping fee that the current period was charged, in full. */
export interface ShippingFeeCredit {
  readonly kind: 'shipping_fee';
}

export type SubscriptionCredit = ProductCredit | TerminationCredit | ShippingFeeCredit;

export interface SubscriptionEvent {
  readonly type: SubscriptionEventType;
  /** The record in the event. */
  readonly subscription: SubscriptionRecord;
}

/**
 * Returns a transition to `subscription` with events of these types, which bills and credits nothing unless `money`
 * says so.
 */
export const transitionTo = <S extends SubscriptionRecord>(
  subscription: S,
  types: readonly SubscriptionEventType[],
  more: Partial<Pick<Transition, 'charges' | 'credits' | 'voidedUsage' | 'said'>> = {},
): Transition<S> => ({
  subscription,
  charges: [],
  credits: [],
  ...more,
  events: types.map((type) => ({ type, subscription })),
});
