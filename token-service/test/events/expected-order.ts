import type { Event, EventType } from '@service/billing/domain/events/event.ts';

/**
 * The order of the events of one operation, as receivers see it: who bought, with what, what was sold, how it was
 * invoiced, how it was paid, what became of the invoice.
 */
const ORDER: readonly (readonly EventType[])[] = [
  ['new_account', 'updated_account', 'reactivated_account'],
  ['billing_info_updated', 'billing_info_update_failed'],
  ['new_shipping_address', 'updated_shipping_address', 'deleted_shipping_address'],
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
    'prerenewal',
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
];
const RANK = new Map(ORDER.flatMap((types, rank) => types.map((type) => [type, rank] as const)));
/** The credit that a gift card brings is there before what it pays for. */
const GIFT_CARD_CREDIT = RANK.get('redeemed_gift_card') ?? 0;

/** The end of dunning is announced first, and ends subscriptions last. */
const isFinal = (event: Event): boolean => event.type === 'new_dunning_event' && event.invoice.dunning?.final === true;

const rankOf = (event: Event, endsDunning: boolean): number => {
  if (isFinal(event)) return -1;
  if (endsDunning && event.type === 'expired_subscription') return ORDER.length;
  if ('invoice' in event && event.invoice.type === 'credit' && event.invoice.origin === 'gift_card') {
    if (event.type === 'new_credit_invoice' || event.type === 'open_credit_invoice') return GIFT_CARD_CREDIT + 0.5;
  }
  return RANK.get(event.type) ?? ORDER.length;
};

/**
 * Returns the events of one operation in the order receivers are told of them; equal ones stay in the order they
 * happened.
 */
export const inOrder = <T extends { readonly event: Event }>(events: readonly T[]): T[] => {
  const endsDunning = events.some(({ event }) => isFinal(event));
  return events.toSorted((a, b) => rankOf(a.event, endsDunning) - rankOf(b.event, endsDunning));
};
