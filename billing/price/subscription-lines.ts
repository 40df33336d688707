import type { Line, TaxRate } from './cart.ts';
import type { QuantityPrice } from './selection.ts';
import { type PricedQuantity, pricedQuantities } from './tiers.ts';

/** What a subscription is billed for in advance. Amounts are cents. */
export interface SubscriptionTerms {
  readonly plan: { readonly code: string; readonly unit: number; readonly quantity: number };
  /** 0 where none is due: it stands on the first invoice alone, also in a trial. */
  readonly setupFee: number;
  /** The fixed ones, with the quantities taken. */
  readonly addons: readonly { readonly code: string; readonly quantity: number; readonly price: QuantityPrice }[];
  /** In a trial the plan and its add-ons cost nothing. */
  readonly trial: boolean;
  /** What taxes it here, where it is not exempt. */
  readonly rates: readonly TaxRate[];
  /** Names it, for discounts that apply to one subscription. */
  readonly subscription?: string;
}

/** A line of its invoice, which the calculator hands back as it is. `gross` is `quantity` times `unit`. */
export interface SubscriptionLine extends Line, PricedQuantity {
  readonly kind: 'setup_fee' | 'plan' | 'add_on';
}

/**
 * The lines of one period: setup fee, plan, add-ons; an add-on with a `tiered` price has a line for each tier used.
 * They are numbered from `position` on.
 */
export const subscriptionLines = (
  { plan, setupFee, addons, trial, ...shared }: SubscriptionTerms,
  position = 0,
): readonly SubscriptionLine[] => {
  const parts = (kind: SubscriptionLine['kind'], code: string, price: QuantityPrice, quantity: number) =>
    pricedQuantities(price, quantity).map((part) => ({ kind, code, ...part }));
  const flat = (unit: number): QuantityPrice => ({ model: 'flat', unit });
  return [
    ...parts('setup_fee', plan.code, flat(setupFee), setupFee && 1),
    ...parts('plan', plan.code, flat(trial ? 0 : plan.unit), plan.quantity),
    ...addons.flatMap(({ code, price, quantity }) => parts('add_on', code, trial ? flat(0) : price, quantity)),
  ].map((part, at) => ({
    ...part,
    ...shared,
    plan: plan.code,
    position: position + at,
    gross: part.quantity * part.unit,
  }));
};
