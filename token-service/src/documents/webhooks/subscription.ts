import { resumeAt } from '@service/billing/domain/subscriptions/pause.ts';
import type { SubscriptionAddOnRecord, SubscriptionRecord } from '@service/billing/domain/subscriptions/record.ts';
import type { UsageRecord } from '@service/billing/domain/usages/record.ts';
import { recurringTotal } from '@service/billing/domain/webhooks/recurring-total.ts';
import { array, element, float, integer, text, time } from './markup.ts';

export const subscriptionElement = (subscription: SubscriptionRecord): string =>
  element('subscription', [
    element('plan', [text('plan_code', subscription.plan_code), text('name', subscription.plan_name)]),
    text('uuid', subscription.uuid),
    text('state', subscription.state),
    integer('quantity', subscription.quantity),
    integer('total_amount_in_cents', recurringTotal(subscription)),
    array('subscription_add_ons', subscription.add_ons.map(addOnElement)),
    time('activated_at', subscription.activated_at),
    time('canceled_at', subscription.canceled_at),
    time('expires_at', subscription.expires_at),
    time('current_period_started_at', subscription.current_period_started_at),
    time('current_period_ends_at', subscription.current_period_ends_at),
    time('trial_started_at', subscription.trial_started_at),
    time('trial_ends_at', subscription.trial_ends_at),
    text('collection_method', subscription.collection_method),
    time('paused_at', subscription.paused_at),
    time('resume_at', subscription.paused_at === null ? null : resumeAt(subscription)),
    integer('remaining_pause_cycles', subscription.remaining_pause_cycles),
    ...saidOnCancel(subscription),
  ]);

/** Elements of our own: a document has them only where a customer said something. */
const saidOnCancel = ({ cancel_reason, cancel_comment }: SubscriptionRecord): string[] => [
  ...(cancel_reason === null ? [] : [text('cancel_reason', cancel_reason)]),
  ...(cancel_comment === null ? [] : [text('cancel_comment', cancel_comment)]),
];

/** An add-on with tiers, or of a percentage, has no unit amount. */
const addOnElement = (addOn: SubscriptionAddOnRecord): string =>
  element('subscription_add_on', [
    text('add_on_code', addOn.add_on_code),
    text('name', addOn.name),
    integer('quantity', addOn.quantity),
    integer('unit_amount_in_cents', hasUnitAmount(addOn) ? addOn.unit_amount_in_cents : null),
    text('external_sku', null),
    text('add_on_type', addOn.add_on_type),
    float('usage_percentage', addOn.usage_percentage),
    integer('measured_unit_id', addOn.measured_unit_id),
    text('tier_type', addOn.tier_type),
  ]);

const hasUnitAmount = ({ tier_type, usage_type }: SubscriptionAddOnRecord): boolean =>
  tier_type === 'flat' && usage_type !== 'percentage';

export const usageElement = (usage: UsageRecord): string =>
  element('usage', [
    integer('id', usage.id),
    text('subscription_id', usage.subscription_id),
    text('add_on_code', usage.add_on_code),
    integer('measured_unit_id', usage.measured_unit_id),
    integer('amount', usage.amount),
    text('merchant_tag', usage.merchant_tag),
    time('recording_timestamp', usage.recording_timestamp),
    time('usage_timestamp', usage.usage_timestamp),
    time('created_at', usage.created_at),
    time('modified_at', usage.changed_at),
    time('billed_at', usage.billed_at),
    text('usage_type', usage.usage_type.toUpperCase()),
    integer('unit_amount_in_cents', usage.unit_amount_in_cents),
    float('usage_percentage', usage.usage_percentage),
  ]);
