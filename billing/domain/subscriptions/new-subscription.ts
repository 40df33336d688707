import type { Seconds } from '../../values/time.ts';
import type { RequestedTerms } from '../invoices/requested-terms.ts';
import type { Terms } from '../invoices/terms.ts';
import type { PlanRecord } from '../plans/record.ts';
import { activate } from './activate.ts';
import { agreedPlan } from './agreed-plan.ts';
import type { StartDates } from './dates.ts';
import type { RampInterval, SubscriptionAddOnRecord, SubscriptionRecord } from './record.ts';
import type { RequestedSubscription } from './requested.ts';
import { type Transition, transitionTo } from './transition.ts';

export interface NewSubscription {
  readonly uuid: string;
  readonly account_id: string;
  readonly at: Seconds;
  readonly plan: PlanRecord;
  readonly requested: RequestedSubscription;
  readonly dates: StartDates;
  readonly unit: number;
  readonly ramp_intervals: readonly RampInterval[];
  readonly quantity: number;
  readonly currency: string;
  readonly add_ons: readonly SubscriptionAddOnRecord[];
  readonly terms: Terms;
  /** Its own texts. Without them, each of its invoices takes the current texts of the site. */
  readonly texts: Pick<RequestedTerms, 'terms_and_conditions' | 'customer_notes' | 'vat_reverse_charge_notes'>;
  readonly shipping_address_key: string | null;
}

/** Creates a subscription: active, in its trial, or future, which bills nothing before its start. */
export const newSubscription = (input: NewSubscription): Transition<SubscriptionRecord> => {
  const record = futureSubscription(input);
  const { charges, subscription } = input.dates.waits ? transitionTo(record, []) : activate(record, input.at);
  return transitionTo(subscription, ['new_subscription'], { charges });
};

const futureSubscription = (input: NewSubscription): SubscriptionRecord => {
  const { at, plan, requested, dates, terms, texts } = input;
  const { start, anchor, cycles, firstCycles, trialEnds = null } = dates;
  return {
    uuid: input.uuid,
    account_id: input.account_id,
    ...agreedPlan(plan, {
      currency: input.currency,
      unit_amount_in_cents: input.unit,
      ramp_intervals: input.ramp_intervals,
      quantity: input.quantity,
      add_ons: input.add_ons,
      revenue_schedule_type: requested.revenue_schedule_type ?? null,
      shipping_method_code: requested.shipping_method_code || null,
      shipping_amount_in_cents: requested.shipping_amount_in_cents ?? null,
    }),
    pending: null,
    on_hold: false,
    shipping_address_key: input.shipping_address_key,
    created_at: at,
    starts_at: start,
    anchor_at: anchor,
    postponed_at: null,
    ramp_cycle: 0,
    ramp_started: {},
    late_periods: 0,
    cancel_reason: null,
    cancel_comment: null,
    state: 'future',
    currency: input.currency,
    activated_at: null,
    canceled_at: null,
    expires_at: null,
    updated_at: at,
    current_period_started_at: null,
    current_period_ends_at: null,
    trial_started_at: trialEnds === null ? null : start,
    trial_ends_at: trialEnds,
    total_billing_cycles: cycles,
    remaining_billing_cycles: firstCycles,
    auto_renew: requested.auto_renew ?? plan.auto_renew,
    renewal_billing_cycles:
      requested.renewal_billing_cycles ?? (cycles === null ? null : (plan.total_billing_cycles ?? cycles)),
    first_bill_date: anchor,
    next_bill_date: start,
    current_term_started_at: null,
    current_term_ends_at: null,
    paused_at: null,
    remaining_pause_cycles: null,
    terms_and_conditions: texts.terms_and_conditions ?? null,
    customer_notes: texts.customer_notes ?? null,
    vat_reverse_charge_notes: texts.vat_reverse_charge_notes ?? null,
    tax_type: null,
    tax_region: null,
    tax_rate: null,
    tax_inclusive: requested.tax_inclusive ?? false,
    po_number: terms.po_number,
    net_terms: terms.net_terms,
    net_terms_type: terms.net_terms_type,
    collection_method: terms.collection_method,
    bank_account_authorized_at: requested.bank_account_authorized_at ?? null,
    started_with_gift: false,
    converted_at: null,
    no_billing_info_reason: null,
    imported_trial: requested.imported_trial ?? false,
    gateway_code: terms.gateway_code,
    billing_info_uuid:
      terms.collection_method === 'automatic' ? requested.billing_info_uuid || terms.billing_info_uuid : null,
    custom_fields: (requested.custom_fields ?? []).flatMap(({ name, value }) =>
      name && value ? [{ name, value }] : [],
    ),
  };
};
