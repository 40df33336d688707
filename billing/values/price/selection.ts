import type { Discount, TaxRate } from './cart.ts';

/** A shopper's choice on a pricing page: one subscription, priced now and at its next renewal. Amounts are cents. */
export interface PricingSelection {
  readonly currency: string;
  readonly plan?: PlanTerms;
  /** Quantity of the plan, a whole number from 0. */
  readonly quantity: number;
  /** Chosen quantity by add-on code; those not chosen are missing. */
  readonly addons: Readonly<Record<string, number>>;
  readonly coupon?: CouponTerms;
  readonly shipping?: ShippingTerms;
  /** Pays nothing in another currency. */
  readonly giftCard?: { readonly currency: string; readonly amount: number };
  /** Those that apply, each rate at least 0: none for an exempt plan. */
  readonly taxes: readonly TaxRate[];
  /** Prices contain the tax: `subtotal` and `total` are without and with it, all other amounts are with it. */
  readonly taxInclusive?: boolean;
  /** Sums of tax that the page sets for a plan, in place of computed ones. */
  readonly taxAmounts?: { readonly now: number; readonly next: number };
}

/** A plan's prices in one currency. */
export interface PlanTerms {
  readonly code: string;
  readonly unit: number;
  /** The price of the second paid period, where a ramp has another one. */
  readonly secondUnit?: number;
  readonly setupFee: number;
  readonly trial: boolean;
  readonly addons: readonly AddonTerms[];
}

export interface AddonTerms {
  readonly code: string;
  /** Add-ons paid by usage have no price on the page. */
  readonly usage: boolean;
  readonly price: QuantityPrice;
}

/** The shipping fee of each paid period, which coupons do not discount, and the taxes on it. */
export interface ShippingTerms {
  readonly amount: number;
  readonly taxes: readonly TaxRate[];
}

/** The price of a quantity. */
export type QuantityPrice =
  | { readonly model: 'flat'; readonly unit: number }
  | { readonly model: 'tiered' | 'volume' | 'stairstep'; readonly tiers: readonly SelectionTier[] };

/**
 * Tiers stand in ascending order. `ending` is inclusive; the last one has no end, whatever it says (999,999,999 on the
 * wire).
 */
export interface SelectionTier {
  readonly ending: number;
  readonly unit: number;
}

/**
 * A coupon that applies to the chosen plan. Its amount is 0 where it has none in the currency: it takes nothing off.
 */
export interface CouponTerms {
  readonly off: Discount['off'];
  /** Gives the plan a trial, and takes nothing off. */
  readonly freeTrial?: boolean;
  readonly singleUse: boolean;
}

/** The price of a selection, in cents; `service.Pricing` prints it as decimal strings. */
export interface Quote {
  readonly now: AmountsByCurrency;
  readonly next: AmountsByCurrency;
  readonly base: {
    /** Empty where no plan is chosen. */
    readonly plan: { readonly unit?: number; readonly setup_fee?: number };
    /** Unit price of every fixed add-on of the plan, chosen or not. */
    readonly addons: Readonly<Record<string, number>>;
  };
  /** Price of each chosen add-on for a cycle. */
  readonly addons: Readonly<Record<string, number>>;
}

export interface AmountsByCurrency {
  readonly subtotal: number;
  readonly plan: number;
  readonly addons: number;
  readonly setup_fee: number;
  readonly discount: number;
  /** The shipping fee; missing without one. */
  readonly shipping?: number;
  readonly tax: number;
  readonly total: number;
  /** Amount of a gift card that is used; missing without one. */
  readonly gift_card?: number;
}
