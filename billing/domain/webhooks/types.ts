import type { Event, EventType } from '../events/event.ts';

/** Notifications of invoices as they were before credit invoices existed, for receivers that still read them. */
export type LegacyType =
  | 'new_invoice'
  | 'processing_invoice'
  | 'past_due_invoice'
  | 'closed_invoice'
  | 'updated_invoice';

/** The notifications that a receiver can subscribe to. The root element of a document adds `_notification`. */
export type NotificationType = EventType | LegacyType;

type Topic =
  | 'account'
  | 'subscription'
  | 'charge_invoice'
  | 'credit_invoice'
  | 'payment'
  | 'gift_card'
  | 'item'
  | 'external_subscription'
  | 'legacy_invoice';

/** Every type that an endpoint can name, with its topic. */
const TOPICS: Readonly<Record<NotificationType, Topic>> = {
  new_account: 'account',
  updated_account: 'account',
  canceled_account: 'account',
  billing_info_updated: 'account',
  billing_info_update_failed: 'account',
  new_shipping_address: 'account',
  updated_shipping_address: 'account',
  deleted_shipping_address: 'account',
  new_subscription: 'subscription',
  updated_subscription: 'subscription',
  scheduled_subscription_update: 'subscription',
  canceled_subscription: 'subscription',
  expired_subscription: 'subscription',
  renewed_subscription: 'subscription',
  reactivated_account: 'subscription',
  scheduled_subscription_pause: 'subscription',
  subscription_pause_modified: 'subscription',
  subscription_pause_canceled: 'subscription',
  subscription_paused: 'subscription',
  paused_subscription_renewal: 'subscription',
  subscription_resumed: 'subscription',
  prerenewal: 'subscription',
  new_usage: 'subscription',
  new_charge_invoice: 'charge_invoice',
  processing_charge_invoice: 'charge_invoice',
  past_due_charge_invoice: 'charge_invoice',
  paid_charge_invoice: 'charge_invoice',
  failed_charge_invoice: 'charge_invoice',
  reopened_charge_invoice: 'charge_invoice',
  updated_charge_invoice: 'charge_invoice',
  new_dunning_event: 'charge_invoice',
  new_credit_invoice: 'credit_invoice',
  open_credit_invoice: 'credit_invoice',
  processing_credit_invoice: 'credit_invoice',
  closed_credit_invoice: 'credit_invoice',
  voided_credit_invoice: 'credit_invoice',
  reopened_credit_invoice: 'credit_invoice',
  updated_credit_invoice: 'credit_invoice',
  new_credit_payment: 'credit_invoice',
  voided_credit_payment: 'credit_invoice',
  successful_payment: 'payment',
  failed_payment: 'payment',
  successful_refund: 'payment',
  void_payment: 'payment',
  scheduled_payment: 'payment',
  processing_payment: 'payment',
  transaction_authorized: 'payment',
  transaction_status_updated: 'payment',
  purchased_gift_card: 'gift_card',
  updated_gift_card: 'gift_card',
  canceled_gift_card: 'gift_card',
  redeemed_gift_card: 'gift_card',
  updated_balance_gift_card: 'gift_card',
  new_item: 'item',
  updated_item: 'item',
  deactivated_item: 'item',
  reactivated_item: 'item',
  new_external_subscription: 'external_subscription',
  renewed_external_subscription: 'external_subscription',
  canceled_external_subscription: 'external_subscription',
  expired_external_subscription: 'external_subscription',
  upgraded_external_subscription: 'external_subscription',
  downgraded_external_subscription: 'external_subscription',
  reactivated_external_subscription: 'external_subscription',
  paused_external_subscription: 'external_subscription',
  refunded_external_subscription: 'external_subscription',
  revoked_external_subscription: 'external_subscription',
  recovered_external_subscription: 'external_subscription',
  renewal_failure_external_subscription: 'external_subscription',
  price_change_confirmed_external_subscription: 'external_subscription',
  new_invoice: 'legacy_invoice',
  processing_invoice: 'legacy_invoice',
  past_due_invoice: 'legacy_invoice',
  closed_invoice: 'legacy_invoice',
  updated_invoice: 'legacy_invoice',
};

export const ALL_TYPES = Object.keys(TOPICS) as readonly NotificationType[];

/** The types by topic, for help texts. */
export const TYPES_BY_TOPIC = Map.groupBy(ALL_TYPES, (type) => TOPICS[type]);

export const isLegacy = (type: NotificationType): type is LegacyType => TOPICS[type] === 'legacy_invoice';

/** Whether a type is sent only to endpoints that name it: its notifications announce, and nothing has happened yet. */
export const isOptional = (type: NotificationType): boolean => type === 'prerenewal';

/** Returns the type that an operator means: `new_account`, or the root element's `new_account_notification`. */
export const typeNamed = (name: string): NotificationType | undefined => {
  const bare = name.trim().replace(/_notification$/, '');
  return ALL_TYPES.find((type) => type === bare);
};

const LEGACY: Readonly<Partial<Record<EventType, LegacyType>>> = {
  new_charge_invoice: 'new_invoice',
  processing_charge_invoice: 'processing_invoice',
  past_due_charge_invoice: 'past_due_invoice',
  paid_charge_invoice: 'closed_invoice',
  failed_charge_invoice: 'closed_invoice',
  updated_charge_invoice: 'updated_invoice',
};

/** Returns the legacy notification of an event, and undefined if there is none. */
export const legacyType = (event: Event): LegacyType | undefined => LEGACY[event.type];
