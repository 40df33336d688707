/**
 * The catalogue as the browser API returns it. Each amount is a number of major units, for people, with a twin in
 * cents, for calculations, which never use floats. Missing objects respond `{error: {code: 'not-found', message}}`.
 */
export interface PlanDocument {
  readonly code: string;
  readonly name: string;
  readonly period: IntervalDocument;
  readonly trial?: IntervalDocument;
  readonly price: Readonly<Record<string, PlanPriceDocument>>;
  readonly tax_code: string | null;
  readonly tax_exempt: boolean;
  readonly addons: readonly AddonDocument[];
}

export interface IntervalDocument {
  readonly interval: 'days' | 'months';
  readonly length: number;
}

export interface UnitPriceDocument {
  readonly unit_amount: number;
  readonly unit_amount_in_cents: number;
}

export interface PlanPriceDocument extends UnitPriceDocument {
  /** The price of the second paid period, where a ramp has another one. */
  readonly second_unit_amount?: number;
  readonly second_unit_amount_in_cents?: number;
  readonly setup_fee: number;
  readonly setup_fee_in_cents: number;
  readonly symbol: string;
}

export interface AddonDocument {
  readonly code: string;
  readonly name: string;
  /** Chosen where a page names none. */
  readonly quantity: number;
  readonly add_on_type: 'fixed' | 'usage';
  readonly optional: boolean;
  readonly usage_type: 'price' | 'percentage' | null;
  readonly usage_percentage: number | null;
  readonly tier_type: 'flat' | 'tiered' | 'volume' | 'stairstep';
  /** Flat add-ons only. */
  readonly price: Readonly<Record<string, UnitPriceDocument>>;
  readonly tiers: readonly TierDocument[];
}

export interface TierDocument {
  /** Inclusive; 999,999,999 in the last one. */
  readonly ending_quantity: number;
  readonly currencies: readonly (UnitPriceDocument & { readonly currency_code: string })[];
}

export interface CouponDocument {
  readonly code: string;
  readonly name: string;
  readonly discount:
    | { readonly type: 'percent'; readonly rate: number; readonly percent: number }
    | {
        readonly type: 'dollars';
        readonly amount: Readonly<Record<string, number>>;
        readonly amount_in_cents: Readonly<Record<string, number>>;
      }
    | { readonly type: 'free_trial'; readonly amount: Readonly<Record<string, never>> };
  /** Free-trial coupons only: replaces the trial of the plan. */
  readonly trial?: IntervalDocument;
  readonly single_use: boolean;
  readonly duration: 'forever' | 'single_use' | 'temporal';
  readonly temporal_unit: 'day' | 'week' | 'month' | 'year' | null;
  readonly temporal_amount: number | null;
  /** Older than `duration`. */
  readonly applies_for_months: number | null;
  readonly plans: readonly string[];
  readonly applies_to_plans: boolean;
  readonly applies_to_all_plans: boolean;
  readonly applies_to_non_plan_charges: boolean;
  readonly redemption_resource: 'account' | 'subscription';
}

export interface ShippingMethodDocument {
  readonly code: string;
  readonly name: string;
  /** That of its fees. */
  readonly tax_code: string | null;
}

/** The remaining balance of a gift card. */
export interface GiftCardDocument extends UnitPriceDocument {
  readonly currency: string;
}

export interface TaxDocument {
  readonly type: string;
  /** The same as `type`, by its other name. */
  readonly tax_type: string;
  readonly region: string;
  /** Decimal fraction as text: `0.0875`. */
  readonly rate: string;
}
