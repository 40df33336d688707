import type { TermsWished } from '../invoices/requested-terms.ts';
import type { Terms } from '../invoices/terms.ts';
import type { PlanRecord } from '../plans/record.ts';
import type { Seconds } from '../time.ts';
import { activate } from './activate.ts';
import type { StartDates } from './dates.ts';
import type { SubscriptionAddOnRecord, SubscriptionRecord } from './record.ts';
import type { WishedSubscription } from './requested.ts';
import { type Transition, transitionTo } from './transition.ts';

export interface NewSubscription {
  readonly uuid: string;
  readonly account_id: string;
  readonly at: Seconds;
  readonly plan: PlanRecord;
  readonly wish: WishedSubscription;
  readonly dates: StartDates;
  readonly unit: number;
  readonly quantity: number;
  readonly currency: string;
  readonly add_ons: readonly SubscriptionAddOnRecord[];
  readonly terms: Terms;
  /** Its own texts. Without them, each of its invoices takes the current texts of the site. */
  readonly texts: Pick<TermsWished, 'terms_and_conditions' | 'customer_notes' | 'vat_reverse_charge_notes'>;
  readonly shipping_address_key: string | null;
}

/** Creates a subscription: active, in its trial, or future, which bills nothing before its start. */
export const newSubscription = (wished: NewSubscription): Transition<SubscriptionRecord> => {
  const record = futureSubscription(wished);
  const { charges, subscription } = wished.dates.waits ? transitionTo(record, []) : activate(record, wished.at);
  return transitionTo(subscription, ['new_subscription'], { charges });
};

const futureSubscription = (wished: NewSubscription): SubscriptionRecord => {
  const { at, plan, wish, dates, terms, texts } = wished;
  const { start, anchor, cycles, trialEnds = null } = dates;
  return {
    uuid: wished.uuid,
    account_id: wished.account_id,
    plan_id: plan.id,
    plan_code: plan.plan_code,
    plan_name: plan.name,
    interval_unit: plan.plan_interval_unit,
    interval_length: plan.plan_interval_length,
    setup_fee_in_cents: plan.setup_fee_in_cents[wished.currency] ?? 0,
    tax_exempt: plan.tax_exempt,
    tax_code: plan.tax_code,
    add_ons: wished.add_ons,
    pending: null,
    shipping_address_key: wished.shipping_address_key,
    created_at: at,
    starts_at: start,
    anchor_at: anchor,
    revenue_schedule_type: wish.revenue_schedule_type ?? plan.revenue_schedule_type,
    state: 'future',
    unit_amount_in_cents: wished.unit,
    currency: wished.currency,
    quantity: wished.quantity,
    activated_at: null,
    canceled_at: null,
    expires_at: null,
    updated_at: at,
    current_period_started_at: null,
    current_period_ends_at: null,
    trial_started_at: trialEnds === null ? null : start,
    trial_ends_at: trialEnds,
    total_billing_cycles: cycles,
    remaining_billing_cycles: cycles,
    auto_renew: wish.auto_renew ?? plan.auto_renew,
    renewal_billing_cycles: wish.renewal_billing_cycles ?? plan.total_billing_cycles ?? cycles,
    first_bill_date: anchor,
    next_bill_date: start,
    current_term_started_at: null,
    current_term_ends_at: null,
    paused_at: null,
    remaining_pause_cycles: null,
    terms_and_conditions: texts.terms_and_conditions ?? null,
    customer_notes: texts.customer_notes ?? null,
    vat_reverse_charge_notes: texts.vat_reverse_charge_notes ?? null,
    tax_in_cents: null,
    tax_type: null,
    tax_region: null,
    tax_rate: null,
    po_number: terms.po_number,
    net_terms: terms.net_terms,
    collection_method: terms.collection_method,
    bank_account_authorized_at: wish.bank_account_authorized_at ?? null,
    started_with_gift: false,
    converted_at: null,
    no_billing_info_reason: null,
    imported_trial: wish.imported_trial ?? false,
    gateway_code: terms.gateway_code,
    custom_fields: (wish.custom_fields ?? []).flatMap(({ name, value }) => (name && value ? [{ name, value }] : [])),
  };
};
