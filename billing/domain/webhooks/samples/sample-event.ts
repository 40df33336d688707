import { DAY, type Seconds } from '../../../values/time.ts';
import { DEFAULT_SCHEDULE } from '../../dunning/schedule.ts';
import type { Event, EventType } from '../../events/event.ts';
import type { InvoiceRecord } from '../../invoices/record.ts';
import { deactivated } from '../../items/record.ts';
import type { SubscriptionRecord } from '../../subscriptions/record.ts';
import type { LegacyType, NotificationType } from '../types.ts';
import {
  sampleCredit,
  sampleCreditPayment,
  sampleExternalSubscription,
  sampleGiftCard,
  sampleInvoice,
  sampleItem,
  sampleTransaction,
} from './documents.ts';
import {
  sampleAccount as account,
  INVOICE_NUMBER,
  SUBSCRIPTION_ID,
  sampleShippingAddress,
  sampleSubscription,
  sampleUsage,
} from './records.ts';

const subscription_ids = [SUBSCRIPTION_ID];
const paid_invoice = { prefix: '', number: INVOICE_NUMBER };

/** The event whose invoice a legacy notification shows. */
const CAUSES: Readonly<Record<LegacyType, EventType>> = {
  new_invoice: 'new_charge_invoice',
  processing_invoice: 'processing_charge_invoice',
  past_due_invoice: 'past_due_charge_invoice',
  closed_invoice: 'paid_charge_invoice',
  updated_invoice: 'updated_charge_invoice',
};

/** Returns an event of a type as it happens, about records that do not exist. `at`: its moment on the site's clock. */
export const sampleEvent = (named: NotificationType, at: Seconds): Event => {
  const type: EventType = named in CAUSES ? CAUSES[named as LegacyType] : (named as EventType);
  switch (type) {
    case 'new_account':
    case 'updated_account':
    case 'canceled_account':
    case 'billing_info_updated':
    case 'billing_info_update_failed':
      return { type, account };
    case 'new_shipping_address':
    case 'updated_shipping_address':
    case 'deleted_shipping_address':
      return { type, account, shipping_address: sampleShippingAddress(at) };
    case 'new_subscription':
    case 'updated_subscription':
    case 'scheduled_subscription_update':
    case 'canceled_subscription':
    case 'expired_subscription':
    case 'renewed_subscription':
    case 'reactivated_account':
    case 'scheduled_subscription_pause':
    case 'subscription_pause_modified':
    case 'subscription_pause_canceled':
    case 'subscription_paused':
    case 'paused_subscription_renewal':
    case 'subscription_resumed':
      return {
        type,
        account,
        subscription: sampleSubscription(at, SUBSCRIPTIONS[type]?.(at)),
        shipping_address: sampleShippingAddress(at),
      };
    case 'prerenewal':
      return {
        type,
        notification_type: 'annual_subscription_reminder',
        account,
        subscription: sampleSubscription(at),
        shipping_address: sampleShippingAddress(at),
      };
    case 'new_usage':
      return { type, account, usage: sampleUsage(at) };
    case 'new_dunning_event': {
      const invoice = sampleInvoice(at, inDunning(at));
      const transaction = sampleTransaction(at, DECLINED);
      return { type, account, invoice, subscription_ids, subscriptions: [sampleSubscription(at)], transaction };
    }
    case 'new_charge_invoice':
    case 'processing_charge_invoice':
    case 'past_due_charge_invoice':
    case 'paid_charge_invoice':
    case 'failed_charge_invoice':
    case 'reopened_charge_invoice':
    case 'updated_charge_invoice':
      return { type, account, invoice: sampleInvoice(at, CHARGES[type](at)), subscription_ids };
    case 'new_credit_invoice':
    case 'open_credit_invoice':
    case 'processing_credit_invoice':
    case 'closed_credit_invoice':
    case 'voided_credit_invoice':
    case 'reopened_credit_invoice':
    case 'updated_credit_invoice':
      return { type, account, invoice: sampleCredit(at, CREDITS[type](at)), subscription_ids };
    case 'new_credit_payment':
    case 'voided_credit_payment': {
      const voided_at = type === 'voided_credit_payment' ? at : null;
      return {
        type,
        account,
        credit_payment: sampleCreditPayment(at, { voided_at }),
        original_invoice_number: INVOICE_NUMBER + 1,
        applied_to_invoice_number: INVOICE_NUMBER,
      };
    }
    case 'successful_payment':
    case 'failed_payment':
    case 'successful_refund':
    case 'void_payment':
    case 'scheduled_payment':
    case 'processing_payment':
    case 'transaction_authorized':
    case 'transaction_status_updated':
      return { type, account, transaction: sampleTransaction(at, PAYMENTS[type]), paid_invoice, subscription_ids };
    case 'purchased_gift_card':
    case 'updated_gift_card':
      return { type, gift_card: sampleGiftCard(at) };
    case 'canceled_gift_card':
      return { type, gift_card: sampleGiftCard(at, { canceled_at: at }) };
    case 'redeemed_gift_card':
      return { type, gift_card: sampleGiftCard(at, redeemed(at)) };
    case 'updated_balance_gift_card':
      return { type, gift_card: sampleGiftCard(at, { ...redeemed(at), balance_in_cents: 2600 }) };
    case 'new_item':
    case 'updated_item':
    case 'reactivated_item':
      return { type, item: sampleItem(at) };
    case 'new_external_subscription':
    case 'renewed_external_subscription':
    case 'canceled_external_subscription':
    case 'expired_external_subscription':
    case 'upgraded_external_subscription':
    case 'downgraded_external_subscription':
    case 'reactivated_external_subscription':
    case 'paused_external_subscription':
    case 'refunded_external_subscription':
    case 'revoked_external_subscription':
    case 'recovered_external_subscription':
    case 'renewal_failure_external_subscription':
    case 'price_change_confirmed_external_subscription':
      return { type, account, external_subscription: sampleExternalSubscription(at) };
    case 'deactivated_item':
      return { type, item: deactivated(sampleItem(at), at) };
  }
};

const redeemed = (at: Seconds) => ({ redeemed_at: at, recipient_account_code: 'sample-grace' });

type Changes<R> = (at: Seconds) => Partial<R>;

const paused: Changes<SubscriptionRecord> = (at) => ({
  state: 'paused',
  paused_at: at,
  remaining_pause_cycles: 2,
});

const SUBSCRIPTIONS: Readonly<Partial<Record<EventType, Changes<SubscriptionRecord>>>> = {
  canceled_subscription: (at) => ({ state: 'canceled', canceled_at: at, expires_at: at + 30 * DAY }),
  expired_subscription: (at) => ({ state: 'expired', canceled_at: at - DAY, expires_at: at }),
  scheduled_subscription_pause: (at) => ({ paused_at: at + 30 * DAY, remaining_pause_cycles: 2 }),
  subscription_pause_modified: (at) => ({ paused_at: at + 30 * DAY, remaining_pause_cycles: 3 }),
  subscription_paused: paused,
  paused_subscription_renewal: (at) => ({ ...paused(at), remaining_pause_cycles: 1 }),
};

const unpaid = { balance_in_cents: 2400, refundable_total_in_cents: 0 };
type ChargeType = Extract<EventType, `${string}_charge_invoice`>;
const CHARGES: Readonly<Record<ChargeType, Changes<InvoiceRecord>>> = {
  new_charge_invoice: () => ({ state: 'pending', ...unpaid }),
  processing_charge_invoice: () => ({ state: 'processing', ...unpaid }),
  past_due_charge_invoice: () => ({ state: 'past_due', ...unpaid }),
  paid_charge_invoice: (at) => ({ state: 'paid', closed_at: at }),
  failed_charge_invoice: (at) => ({ state: 'failed', closed_at: at, refundable_total_in_cents: 0 }),
  reopened_charge_invoice: () => ({ state: 'pending', collection_method: 'manual', net_terms: 30, ...unpaid }),
  updated_charge_invoice: () => ({ state: 'pending', po_number: 'PO-1815', ...unpaid }),
};

const open = { state: 'open', balance_in_cents: -1000 } as const;
type CreditType = Extract<EventType, `${string}_credit_invoice`>;
const CREDITS: Readonly<Record<CreditType, Changes<InvoiceRecord>>> = {
  new_credit_invoice: () => open,
  open_credit_invoice: () => open,
  processing_credit_invoice: () => ({ ...open, state: 'processing' }),
  closed_credit_invoice: (at) => ({ state: 'closed', closed_at: at }),
  voided_credit_invoice: (at) => ({ state: 'voided', closed_at: at }),
  reopened_credit_invoice: () => open,
  updated_credit_invoice: () => ({ ...open, customer_notes: 'Sorry for the delay.' }),
};

const DECLINED = {
  status: 'declined',
  message: 'The card was declined: insufficient funds.',
  transaction_error: { error_code: 'insufficient_funds', error_category: 'soft', gateway_error_code: '51' },
  voidable: false,
  refundable: false,
  collected_at: null,
} as const;
const BANK_DEBIT = { payment_method: 'ach', refundable: false, collected_at: null } as const;
type PaymentType = Extract<Event, { readonly transaction: object; readonly paid_invoice: object | null }>['type'];
const PAYMENTS: Readonly<Record<PaymentType, Parameters<typeof sampleTransaction>[1]>> = {
  successful_payment: {},
  failed_payment: DECLINED,
  successful_refund: { action: 'refund', amount_in_cents: 1000, refundable: false },
  void_payment: { status: 'void', voidable: false, refundable: false },
  scheduled_payment: { ...BANK_DEBIT, status: 'scheduled' },
  processing_payment: { ...BANK_DEBIT, status: 'processing', voidable: false },
  transaction_authorized: { action: 'authorization', invoice_id: null },
  transaction_status_updated: { ...DECLINED, status: 'failed' },
};

const inDunning: Changes<InvoiceRecord> = (at) => ({
  state: 'past_due',
  ...unpaid,
  dunning: {
    campaign: 'default',
    version: 1,
    schedule: DEFAULT_SCHEDULE,
    started_at: at,
    events_count: 1,
    final: false,
    ended_at: null,
  },
  dunning_due_at: at + 3 * DAY,
});
