import type { Line, TaxRate } from './cart.ts';
import { isCharged, type PartKind, type PeriodBilling } from './period.ts';
import type { QuantityPrice } from './selection.ts';
import { type PricedQuantity, pricedQuantities } from './tiers.ts';

/** The source of an add-on: the plan, or the catalogue of items. One of each may have the same code. */
export type AddOnSource = 'plan_add_on' | 'item';

/** The products that a subscription is billed for in advance. Amounts are cents. */
export interface SubscriptionTerms {
  readonly plan: { readonly code: string; readonly unit: number; readonly quantity: number };
  readonly setupFee: number;
  /** The fixed ones, with the quantities taken. */
  readonly addons: readonly {
    readonly code: string;
    readonly source?: AddOnSource | undefined;
    readonly quantity: number;
    readonly price: QuantityPrice;
  }[];
  /** Tax rates that apply to it, if it is not exempt. */
  readonly rates: readonly TaxRate[];
  /** Its prices contain the tax. */
  readonly inclusive: boolean;
  /** Names it, for discounts that apply to one subscription. */
  readonly subscription?: string;
}

/** A line of its invoice, which the calculator returns as it is. `gross` is `quantity` times `unit`. */
export interface SubscriptionLine extends Line, PricedQuantity {
  readonly kind: PartKind;
  readonly source?: AddOnSource | undefined;
}

/**
 * Returns the lines of one period: setup fee, plan, add-ons; an add-on with a `tiered` price has a line for each tier
 * used. Parts that a trial does not charge have lines of 0. Lines are numbered from `position` on.
 */
export const subscriptionLines = (
  { plan, setupFee, addons, ...shared }: SubscriptionTerms,
  period: PeriodBilling,
  position = 0,
): readonly SubscriptionLine[] => {
  const parts = (kind: PartKind, code: string, price: QuantityPrice, quantity: number) =>
    pricedQuantities(isCharged(kind, period) ? price : FREE, quantity).map((part) => ({ kind, code, ...part }));
  return [
    ...parts('setup_fee', plan.code, flat(setupFee), 1).filter(({ unit }) => unit > 0),
    ...parts('plan', plan.code, flat(plan.unit), plan.quantity),
    ...addons.flatMap(({ code, source, price, quantity }) =>
      parts('add_on', code, price, quantity).map((part) => ({ ...part, source })),
    ),
  ].map((part, at) => ({
    ...part,
    ...shared,
    plan: plan.code,
    position: position + at,
    gross: part.quantity * part.unit,
  }));
};

const flat = (unit: number): QuantityPrice => ({ model: 'flat', unit });

const FREE = flat(0);
