import type { TermsWished } from '../invoices/requested-terms.ts';
import type { Terms } from '../invoices/terms.ts';
import type { Period } from '../periods/period.ts';
import type { PlanRecord } from '../plans/record.ts';
import type { Seconds } from '../time.ts';
import type { StartDates } from './dates.ts';
import type { SubscriptionAddOnRecord, SubscriptionRecord } from './record.ts';
import type { WishedSubscription } from './requested.ts';

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

/** Returns a new subscription: active, in its trial, or waiting for its start. `period` is undefined while it waits. */
export const newSubscription = (
  wished: NewSubscription,
): { readonly record: SubscriptionRecord; readonly period: Period | undefined; readonly cutShort: boolean } => {
  const { at, plan, wish, dates, terms, texts } = wished;
  const { waits, start, cycles, termEnds } = dates;
  const record: SubscriptionRecord = {
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
    starts_at: waits ? start : null,
    revenue_schedule_type: wish.revenue_schedule_type ?? plan.revenue_schedule_type,
    state: waits ? 'future' : 'active',
    unit_amount_in_cents: wished.unit,
    currency: wished.currency,
    quantity: wished.quantity,
    activated_at: waits ? null : at,
    canceled_at: null,
    expires_at: null,
    updated_at: at,
    current_period_started_at: waits ? null : dates.period.startedAt,
    current_period_ends_at: waits ? null : dates.period.endsAt,
    trial_started_at: dates.trialEnds === undefined ? null : start,
    trial_ends_at: dates.trialEnds ?? null,
    total_billing_cycles: cycles,
    remaining_billing_cycles: cycles === null ? null : cycles - (waits || dates.trialEnds !== undefined ? 0 : 1),
    auto_renew: wish.auto_renew ?? plan.auto_renew,
    renewal_billing_cycles: wish.renewal_billing_cycles ?? plan.total_billing_cycles,
    first_bill_date: dates.trialEnds ?? (dates.cutShort ? dates.period.endsAt : start),
    next_bill_date: waits ? start : dates.period.endsAt,
    current_term_started_at: waits ? null : start,
    current_term_ends_at: waits ? null : termEnds,
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
  return { record, period: waits ? undefined : dates.period, cutShort: dates.cutShort };
};
