import type { Subscription, SubscriptionAddOn } from '../resources/subscription.ts';
import type { Seconds } from '../time.ts';

export interface SubscriptionAddOnRecord extends SubscriptionAddOn {
  /** As the plan had it when it was sold, so that later prices do not touch it. */
  readonly name: string;
  readonly tier_type: 'flat' | 'tiered' | 'volume' | 'stairstep';
  readonly tiers: readonly { readonly ending: number; readonly unit: number }[];
  readonly measured_unit_id: number | null;
  readonly accounting_code: string | null;
}

/** A subscription as it is held. Its uuid is its id. */
export interface SubscriptionRecord
  extends Omit<
    Subscription,
    'subscription_add_ons' | 'plan' | 'shipping_address' | 'pending_subscription' | 'cost_in_cents'
  > {
  readonly account_id: string;
  readonly plan_id: string;
  /** As they were when it was sold. */
  readonly plan_code: string;
  readonly plan_name: string;
  readonly interval_unit: 'days' | 'months';
  readonly interval_length: number;
  readonly setup_fee_in_cents: number;
  readonly tax_exempt: boolean;
  readonly tax_code: string | null;
  readonly add_ons: readonly SubscriptionAddOnRecord[];
  readonly pending: SubscriptionChange | null;
  /** Key of the account's shipping address. */
  readonly shipping_address_key: string | null;
  readonly created_at: Seconds;
  /** When a future one starts; null once it has. */
  readonly starts_at: Seconds | null;
}

/** What waits for a renewal. */
export interface SubscriptionChange {
  readonly plan_id: string;
  readonly plan_code: string;
  readonly plan_name: string;
  readonly unit_amount_in_cents: number;
  readonly quantity: number;
  readonly add_ons: readonly SubscriptionAddOnRecord[];
  readonly at: 'bill_date' | 'term_end';
}

export interface ShownSubscription extends SubscriptionRecord {
  readonly account_code: string;
  readonly parent_account_code: string | null;
  /** The latest invoice's number as addresses have it. */
  readonly invoice: string | null;
  /** The plan's code now; null when it is no longer sold. */
  readonly current_plan_code: string | null;
}
