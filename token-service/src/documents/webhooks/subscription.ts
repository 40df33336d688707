import { isItem } from '@service/billing/domain/subscriptions/agreement.ts';
import { resumeAt } from '@service/billing/domain/subscriptions/pause.ts';
import type { SubscriptionAddOnRecord, SubscriptionRecord } from '@service/billing/domain/subscriptions/record.ts';
import type { UsageRecord } from '@service/billing/domain/usages/record.ts';
import { recurringTotal } from '@service/billing/domain/webhooks/recurring-total.ts';
import { arrayElement, element, floatElement, integerElement, textElement, timeElement } from './markup.ts';

export const subscriptionElement = (subscription: SubscriptionRecord): string =>
  element('subscription', [
    element('plan', [textElement('plan_code', subscription.plan_code), textElement('name', subscription.plan_name)]),
    textElement('uuid', subscription.uuid),
    textElement('state', subscription.state),
    integerElement('quantity', subscription.quantity),
    integerElement('total_amount_in_cents', recurringTotal(subscription)),
    arrayElement('subscription_add_ons', subscription.add_ons.map(addOnElement)),
    timeElement('activated_at', subscription.activated_at),
    timeElement('canceled_at', subscription.canceled_at),
    timeElement('expires_at', subscription.expires_at),
    timeElement('current_period_started_at', subscription.current_period_started_at),
    timeElement('current_period_ends_at', subscription.current_period_ends_at),
    timeElement('trial_started_at', subscription.trial_started_at),
    timeElement('trial_ends_at', subscription.trial_ends_at),
    textElement('collection_method', subscription.collection_method),
    timeElement('paused_at', subscription.paused_at),
    timeElement('resume_at', subscription.paused_at === null ? null : resumeAt(subscription)),
    integerElement('remaining_pause_cycles', subscription.remaining_pause_cycles),
    ...saidOnCancel(subscription),
  ]);

/** Elements of our own: a document has them only where a customer said something. */
const saidOnCancel = ({ cancel_reason, cancel_comment }: SubscriptionRecord): string[] => [
  ...(cancel_reason === null ? [] : [textElement('cancel_reason', cancel_reason)]),
  ...(cancel_comment === null ? [] : [textElement('cancel_comment', cancel_comment)]),
];

/** An add-on with tiers, or of a percentage, has no unit amount. */
const addOnElement = (addOn: SubscriptionAddOnRecord): string =>
  element('subscription_add_on', [
    textElement('add_on_code', addOn.add_on_code),
    textElement('name', addOn.name),
    integerElement('quantity', addOn.quantity),
    integerElement('unit_amount_in_cents', hasUnitAmount(addOn) ? addOn.unit_amount_in_cents : null),
    textElement('external_sku', addOn.external_sku),
    // An element of our own: the code may be that of an add-on of the plan too.
    ...(isItem(addOn) ? [textElement('add_on_source', 'item')] : []),
    textElement('add_on_type', addOn.add_on_type),
    floatElement('usage_percentage', addOn.usage_percentage),
    integerElement('measured_unit_id', addOn.measured_unit_id),
    textElement('tier_type', addOn.tier_type),
  ]);

const hasUnitAmount = ({ tier_type, usage_type }: SubscriptionAddOnRecord): boolean =>
  tier_type === 'flat' && usage_type !== 'percentage';

export const usageElement = (usage: UsageRecord): string =>
  element('usage', [
    integerElement('id', usage.id),
    textElement('subscription_id', usage.subscription_id),
    textElement('add_on_code', usage.add_on_code),
    integerElement('measured_unit_id', usage.measured_unit_id),
    integerElement('amount', usage.amount),
    textElement('merchant_tag', usage.merchant_tag),
    timeElement('recording_timestamp', usage.recording_timestamp),
    timeElement('usage_timestamp', usage.usage_timestamp),
    timeElement('created_at', usage.created_at),
    timeElement('modified_at', usage.changed_at),
    timeElement('billed_at', usage.billed_at),
    textElement('usage_type', usage.usage_type.toUpperCase()),
    integerElement('unit_amount_in_cents', usage.unit_amount_in_cents),
    floatElement('usage_percentage', usage.usage_percentage),
  ]);
