import type { Line, TaxRate } from './cart.ts';
import type { QuantityPrice } from './selection.ts';
import { type PricedQuantity, pricedQuantities } from './tiers.ts';

/** What a subscription is billed for in advance. Amounts are cents. */
export interface SubscriptionTerms {
  readonly plan: { readonly code: string; readonly unit: number; readonly quantity: number };
  /** Where it is due: on the first invoice, also in a trial. */
  readonly setupFee?: number;
  /** The fixed ones, with the quantities taken. */
  readonly addons: readonly { readonly code: string; readonly quantity: number; readonly price: QuantityPrice }[];
  /** In a trial the plan and its add-ons cost nothing. */
  readonly trial: boolean;
  /** What taxes it here, where it is not exempt. */
  readonly rates: readonly TaxRate[];
  /** Names it, for discounts that apply to one subscription. */
  readonly subscription?: string;
}

/** A line of its invoice; the calculator hands it back as it is. `gross` is `quantity` times `unit`. */
export interface SubscriptionLine extends Line, PricedQuantity {
  readonly origin: 'setup_fee' | 'plan' | 'plan_trial' | 'add_on' | 'add_on_trial';
}

/**
 * The lines of one period (reference "pricing", section 2): setup fee, plan, add-ons; an add-on with a `tiered` price has a line for each tier used.
 * They are numbered from `position` on.
 */
export const subscriptionLines = (terms: SubscriptionTerms, position = 0): readonly SubscriptionLine[] => {
  const { plan, setupFee, addons, trial, rates, subscription } = terms;
  const lines: SubscriptionLine[] = [];
  const add = (kind: 'setup_fee' | 'plan' | 'add_on', code: string, part: PricedQuantity) =>
    lines.push({
      ...part,
      kind,
      origin: trial && kind !== 'setup_fee' ? `${kind}_trial` : kind,
      code,
      position: position + lines.length,
      gross: part.quantity * part.unit,
      plan: plan.code,
      rates,
      ...(subscription === undefined ? {} : { subscription }),
    });

  if (setupFee) add('setup_fee', plan.code, { quantity: 1, unit: setupFee });
  add('plan', plan.code, { quantity: plan.quantity, unit: trial ? 0 : plan.unit });
  for (const { code, quantity, price } of addons)
    for (const part of pricedQuantities(trial ? FREE : price, quantity)) add('add_on', code, part);
  return lines;
};

const FREE: QuantityPrice = { model: 'flat', unit: 0 };
