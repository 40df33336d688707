import type { EventDraft } from './event.ts';

/**
 * Every type of event, in the order in which receivers are told of what one part of an operation causes: who bought,
 * with what, what was sold, how it was invoiced, how it was paid, what became of the invoice.
 */
const ORDER = [
  ['new_account', 'updated_account', 'reactivated_account'],
  ['billing_info_updated', 'billing_info_update_failed'],
  ['new_shipping_address', 'updated_shipping_address', 'deleted_shipping_address'],
  ['new_item', 'updated_item', 'deactivated_item', 'reactivated_item'],
  ['redeemed_gift_card'],
  ['updated_gift_card', 'canceled_gift_card'],
  [
    'new_subscription',
    'renewed_subscription',
    'updated_subscription',
    'scheduled_subscription_update',
    'scheduled_subscription_pause',
    'subscription_pause_modified',
    'subscription_pause_canceled',
    'subscription_paused',
    'paused_subscription_renewal',
    'subscription_resumed',
    'canceled_subscription',
    'expired_subscription',
  ],
  [
    'new_external_subscription',
    'renewed_external_subscription',
    'canceled_external_subscription',
    'expired_external_subscription',
    'upgraded_external_subscription',
    'downgraded_external_subscription',
    'reactivated_external_subscription',
    'paused_external_subscription',
    'refunded_external_subscription',
    'revoked_external_subscription',
    'recovered_external_subscription',
    'renewal_failure_external_subscription',
    'price_change_confirmed_external_subscription',
  ],
  ['new_usage'],
  ['failed_charge_invoice'],
  ['new_credit_invoice'],
  ['open_credit_invoice', 'processing_credit_invoice', 'reopened_credit_invoice', 'updated_credit_invoice'],
  ['new_charge_invoice'],
  ['new_credit_payment', 'voided_credit_payment'],
  ['updated_balance_gift_card'],
  ['void_payment', 'successful_refund', 'transaction_status_updated'],
  ['closed_credit_invoice', 'voided_credit_invoice'],
  ['transaction_authorized', 'scheduled_payment', 'processing_payment', 'successful_payment', 'failed_payment'],
  [
    'processing_charge_invoice',
    'past_due_charge_invoice',
    'paid_charge_invoice',
    'reopened_charge_invoice',
    'updated_charge_invoice',
  ],
  ['new_dunning_event'],
  ['purchased_gift_card'],
  ['canceled_account'],
] as const;

type Ordered = (typeof ORDER)[number][number];

const RANK = new Map<Ordered, number>(ORDER.flatMap((types, rank) => types.map((type) => [type, rank] as const)));

/** Does not compile for a type that is not in the order. */
const rankOf = ({ type }: { readonly type: Ordered }): number => RANK.get(type) ?? ORDER.length;

/** Returns the events of one part of an operation in their order; equal ones stay in the order they were said. */
export const inReceivedOrder = (drafts: readonly EventDraft[]): readonly EventDraft[] =>
  drafts.length > 1 ? drafts.toSorted((a, b) => rankOf(a) - rankOf(b)) : drafts;
