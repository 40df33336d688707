import type { Subscription, SubscriptionAddOn } from '../../resources/subscription.ts';
import type { AddOnSource } from '../../values/price/subscription-lines.ts';
import type { Seconds } from '../../values/time.ts';
import type { SubscriptionMrr } from './subscription-mrr.ts';

/** An add-on with its name and price as they were when it was sold; later changes of the plan do not affect them. */
export interface SubscriptionAddOnRecord
  extends Omit<
    SubscriptionAddOn,
    | 'add_on_source'
    | 'item_state'
    | 'external_sku'
    | 'tiers'
    | 'percentage_tiers'
    | 'usage_timeframe'
    | 'usage_calculation_type'
  > {
  /** Missing: an add-on of the plan. One of each source may have the same code. */
  readonly add_on_source?: AddOnSource;
  readonly name: string;
  /**
   * The item that it sells, by its current code, with its stock keeping unit as it was then. Missing in add-ons of
   * earlier releases.
   */
  readonly item_code?: string | null;
  readonly external_sku?: string | null;
  /** Missing, as the following are, in add-ons that earlier releases sold. An end of null: the last tier. */
  readonly percentage_tiers?: readonly { readonly ending: number | null; readonly percentage: string }[] | null;
  readonly usage_timeframe?: SubscriptionAddOn['usage_timeframe'];
  readonly usage_calculation_type?: SubscriptionAddOn['usage_calculation_type'];
  readonly tiers: readonly { readonly ending: number; readonly unit: number }[];
  readonly measured_unit_id: number | null;
  readonly accounting_code: string | null;
}

/** A price of a ramp, and the paid cycle from which it applies. */
export interface RampInterval {
  readonly starting_billing_cycle: number;
  readonly unit_amount_in_cents: number;
}

/**
 * The terms agreed when the subscription was sold or changed. It renews on these values, even after the plan was
 * changed or deleted: `plan_id` still identifies the plan, while its code may belong to another one.
 * `total_billing_cycles` is the plan's count, or the subscription's own.
 */
export interface AgreedPlan
  extends Pick<
    Subscription,
    | 'unit_amount_in_cents'
    | 'quantity'
    | 'revenue_schedule_type'
    | 'total_billing_cycles'
    | 'shipping_method_code'
    | 'shipping_amount_in_cents'
  > {
  readonly plan_id: string;
  readonly plan_code: string;
  readonly plan_name: string;
  readonly interval_unit: 'days' | 'months';
  readonly interval_length: number;
  readonly setup_fee_in_cents: number;
  readonly tax_exempt: boolean;
  readonly tax_code: string | null;
  readonly add_ons: readonly SubscriptionAddOnRecord[];
  /** The prices by paid cycles, of which `unit_amount_in_cents` is one; empty: the price is fixed. */
  readonly ramp_intervals: readonly RampInterval[];
}

/** The pending change of a subscription, which has at most one. */
export interface SubscriptionChange extends AgreedPlan {
  /** Applied at the next boundary, or at the one that ends the term. */
  readonly at: 'bill_date' | 'term_end';
}

/** A subscription as it is stored. Its uuid is its id. */
export interface SubscriptionRecord
  extends AgreedPlan,
    Omit<
      Subscription,
      | 'subscription_add_ons'
      | 'plan'
      | 'shipping_address'
      | 'pending_subscription'
      | 'cost_in_cents'
      | 'total_amount_in_cents'
      | 'tax_in_cents'
      | keyof AgreedPlan
    > {
  readonly account_id: string;
  readonly pending: SubscriptionChange | null;
  /** Key of the account's shipping address. */
  readonly shipping_address_key: string | null;
  readonly created_at: Seconds;
  /** Start of a future subscription; null once it has started. */
  readonly starts_at: Seconds | null;
  /** The date from which periods are computed: each ends a whole number of intervals after it. */
  readonly anchor_at: Seconds;
  /** The paid cycle of its ramp that runs, counted on across terms; 0: none was paid, or the price is fixed. */
  readonly ramp_cycle: number;
  /** The moments at which prices of its ramp began to apply, by the cycles that they start with. */
  readonly ramp_started: Readonly<Record<number, Seconds>>;
  /** Time at which it was last postponed. */
  readonly postponed_at: Seconds | null;
  /** Number of consecutive periods that were billed only after the next one had begun. */
  readonly late_periods: number;
  /** The reason that the customer chose when canceling. */
  readonly cancel_reason: string | null;
  /** The customer's own words about it. */
  readonly cancel_comment: string | null;
  /** Whether it was imported and is not started yet: due work leaves it alone. No transition changes it. */
  readonly on_hold?: boolean;
  /** Its recurring revenue, which no transition touches. Null, or missing, until it is recorded. */
  readonly mrr?: SubscriptionMrr | null;
}

/** A subscription as it was read, with the number of times it was written. */
export interface RevisedSubscription extends SubscriptionRecord {
  /** Starts at 1; each write increases it. Two reads with the same revision show the same subscription. */
  readonly revision: number;
}

export interface ShownSubscription extends RevisedSubscription {
  readonly account_code: string;
  readonly parent_account_code: string | null;
  /** The account that pays: its parent's where it is billed to it, else its own. */
  readonly payer_account_code: string;
  /** The number of the latest invoice, as in URLs. */
  readonly invoice: string | null;
  /** The plan's current code; null if the plan was deleted. */
  readonly current_plan_code: string | null;
  /** Set on one that was removed before it started, and so is no longer stored. */
  readonly removed?: true;
}
