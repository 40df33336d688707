import type { AccountRow } from '@service/billing/domain/accounts/record.ts';
import type {
  AccountEventType,
  CreditPaymentEventType,
  GiftCardEventType,
  ItemEventType,
  PaymentEventType,
  UsageEventType,
} from '@service/billing/domain/events/event.ts';
import type { GiftCardRow } from '@service/billing/domain/gift-cards/record.ts';
import type { CreditPaymentRecord } from '@service/billing/domain/invoices/credit-payment.ts';
import type { InvoiceEventType } from '@service/billing/domain/invoices/event-type.ts';
import type { InvoiceRecord } from '@service/billing/domain/invoices/record.ts';
import type { ItemRecord } from '@service/billing/domain/items/record.ts';
import type { SubscriptionEventType } from '@service/billing/domain/subscriptions/event-type.ts';
import type { SubscriptionRecord } from '@service/billing/domain/subscriptions/record.ts';
import type { TransactionRecord } from '@service/billing/domain/transactions/record.ts';
import type { UsageRecord } from '@service/billing/domain/usages/record.ts';

/**
 * The events that a change of a record causes: each function takes the record before (undefined: it is new) and after,
 * and returns the types of the events, in order.
 */

const SHOWN_OF_ACCOUNT = [
  'username',
  'email',
  'cc_emails',
  'first_name',
  'last_name',
  'company_name',
  'vat_number',
  'tax_exempt',
  'accept_language',
  'preferred_locale',
] as const satisfies readonly (keyof AccountRow)[];

export const accountEvents = (before: AccountRow | undefined, after: AccountRow): AccountEventType[] => {
  if (!before) return ['new_account'];
  if (before.state !== after.state) return [after.state === 'closed' ? 'canceled_account' : 'updated_account'];
  return SHOWN_OF_ACCOUNT.some((name) => before[name] !== after[name]) ? ['updated_account'] : [];
};

export const subscriptionEvents = (
  before: SubscriptionRecord | undefined,
  after: SubscriptionRecord,
): SubscriptionEventType[] => {
  if (!before) return ['new_subscription'];
  if (before.state === after.state) return [];
  if (after.state === 'canceled') return ['canceled_subscription'];
  if (after.state === 'expired') return ['expired_subscription'];
  if (after.state === 'paused') return ['subscription_paused'];
  if (before.state === 'canceled') return ['reactivated_account'];
  return before.state === 'paused' ? ['subscription_resumed'] : [];
};

/** Clients know what they recorded; only usage that the service recorded is announced. */
export const usageEvents = (before: UsageRecord | undefined, after: UsageRecord): UsageEventType[] =>
  before || after.origin === 'client' ? [] : ['new_usage'];

const EDITABLE_OF_INVOICE = [
  'po_number',
  'customer_notes',
  'terms_and_conditions',
  'vat_reverse_charge_notes',
  'net_terms',
  'due_on',
  'collection_method',
] as const satisfies readonly (keyof InvoiceRecord)[];

/** Whether a change of an invoice is a step of its dunning. */
export const isDunningStep = (before: InvoiceRecord | undefined, { dunning }: InvoiceRecord): boolean =>
  dunning !== null && dunning.events_count > (before?.dunning?.events_count ?? 0);

export const invoiceEvents = (before: InvoiceRecord | undefined, after: InvoiceRecord): InvoiceEventType[] =>
  after.type === 'credit' ? creditInvoiceEvents(before, after) : chargeInvoiceEvents(before, after);

const chargeInvoiceEvents = (
  before: InvoiceRecord | undefined,
  { state, ...after }: InvoiceRecord,
): InvoiceEventType[] => {
  if (before?.state === state) return wasEdited(before, { state, ...after }) ? ['updated_charge_invoice'] : [];
  const reopened: InvoiceEventType[] = before?.state === 'paid' ? ['reopened_charge_invoice'] : [];
  const first: InvoiceEventType[] = before ? reopened : ['new_charge_invoice'];
  switch (state) {
    case 'processing':
    case 'past_due':
    case 'paid':
    case 'failed':
      return [...first, `${state}_charge_invoice`];
    default:
      return first;
  }
};

const creditInvoiceEvents = (before: InvoiceRecord | undefined, after: InvoiceRecord): InvoiceEventType[] => {
  const { state } = after;
  if (before?.state === state) return wasEdited(before, after) ? ['updated_credit_invoice'] : [];
  if (before?.state === 'closed' && state === 'open') return ['reopened_credit_invoice'];
  const created: InvoiceEventType[] = before ? [] : ['new_credit_invoice'];
  switch (state) {
    case 'open':
    case 'processing':
    case 'closed':
    case 'voided':
      return [...created, `${state}_credit_invoice`];
    default:
      return created;
  }
};

const wasEdited = (before: InvoiceRecord, after: InvoiceRecord): boolean =>
  EDITABLE_OF_INVOICE.some((name) => before[name] !== after[name]) ||
  JSON.stringify(before.address) !== JSON.stringify(after.address);

export const creditPaymentEvents = (
  before: CreditPaymentRecord | undefined,
  after: CreditPaymentRecord,
): CreditPaymentEventType[] => {
  if (!before) return ['new_credit_payment'];
  return before.voided_at === null && after.voided_at !== null ? ['voided_credit_payment'] : [];
};

/**
 * A check of billing info is no payment. A refund is announced once it is accepted; one that fails later is a
 * correction, and so is a dispute.
 */
export const paymentEvents = (before: TransactionRecord | undefined, after: TransactionRecord): PaymentEventType[] => {
  if (after.action === 'verify') return [];
  // A capture takes the money of an authorization that had succeeded.
  const captured = before?.action === 'authorization' && after.action === 'purchase';
  if (before?.status === after.status && !captured) {
    return before.dispute_state === after.dispute_state ? [] : ['transaction_status_updated'];
  }
  if (after.action === 'refund') {
    if (before) return after.status === 'failed' ? ['transaction_status_updated'] : [];
    return after.status === 'failed' || after.status === 'declined' ? [] : ['successful_refund'];
  }
  switch (after.status) {
    case 'success':
      return after.action === 'authorization' ? ['transaction_authorized'] : ['successful_payment'];
    case 'void':
      return ['void_payment'];
    case 'failed':
    case 'declined':
      return before?.status === 'success' ? ['transaction_status_updated'] : ['failed_payment'];
    case 'scheduled':
      return ['scheduled_payment'];
    case 'processing':
      return ['processing_payment'];
    default:
      return [];
  }
};

/** Whether a change of an invoice changes what is left of the gift card whose credit it holds. */
export const isGiftCardBalance = (before: InvoiceRecord | undefined, after: InvoiceRecord): boolean =>
  after.gift_card_id !== null && after.balance_in_cents !== (before?.balance_in_cents ?? after.total_in_cents);

export const giftCardEvents = (before: GiftCardRow | undefined, after: GiftCardRow): GiftCardEventType[] => {
  if (!before) return ['purchased_gift_card'];
  // Its value is reserved before the sale that it pays for is recorded; from then on it has an invoice.
  if (before.redemption_invoice_id === null && after.redemption_invoice_id !== null) return ['redeemed_gift_card'];
  if (before.canceled_at === null && after.canceled_at !== null) return ['canceled_gift_card'];
  return JSON.stringify(before.delivery) === JSON.stringify(after.delivery) ? [] : ['updated_gift_card'];
};

export const itemEvents = (before: ItemRecord | undefined, after: ItemRecord): ItemEventType[] => {
  if (!before) return ['new_item'];
  if (before.state === after.state) return ['updated_item'];
  return [after.state === 'inactive' ? 'deactivated_item' : 'reactivated_item'];
};
