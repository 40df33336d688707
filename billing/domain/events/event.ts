import type { ExternalVerb } from '../../resources/external-import.ts';
import type { Seconds } from '../../values/time.ts';
import type { AccountRow, ShippingAddressRecord } from '../accounts/record.ts';
import type { BillingInfoRecord } from '../billing-info/record.ts';
import type { DunningEventType } from '../dunning/dunning.ts';
import type { ExternalSubscriptionRow } from '../external/record.ts';
import type { GiftCardRow } from '../gift-cards/record.ts';
import type { CreditPaymentRecord } from '../invoices/credit-payment.ts';
import type { InvoiceEventType } from '../invoices/event-type.ts';
import type { InvoiceRecord } from '../invoices/record.ts';
import type { ItemRecord } from '../items/record.ts';
import type { SaidOnCancel } from '../subscriptions/cancellation-note.ts';
import type { SubscriptionEventType } from '../subscriptions/event-type.ts';
import type { SubscriptionRecord } from '../subscriptions/record.ts';
import type { TransactionRecord } from '../transactions/record.ts';
import type { UsageRecord } from '../usages/record.ts';
import type { TransactionSnapshot } from './transaction-snapshot.ts';

/** The customer data that an event contains. */
export type AccountSnapshot = Pick<
  AccountRow,
  'account_code' | 'username' | 'email' | 'first_name' | 'last_name' | 'company_name'
> & { readonly phone: string | null };

export type AccountEventType =
  | 'new_account'
  | 'updated_account'
  | 'canceled_account'
  | 'billing_info_updated'
  | 'billing_info_update_failed';

export type ShippingAddressEventType = 'new_shipping_address' | 'updated_shipping_address' | 'deleted_shipping_address';

/** The subjects of a notice in advance: the end of a trial in three days, a renewal of a year in 30 days. */
export type PrerenewalType = 'subscription_trial_expiring' | 'annual_subscription_reminder';

/** Usage that the service recorded itself. */
export type UsageEventType = 'new_usage';

export type CreditPaymentEventType = 'new_credit_payment' | 'voided_credit_payment';

export type PaymentEventType =
  | 'successful_payment'
  | 'failed_payment'
  | 'successful_refund'
  | 'void_payment'
  | 'scheduled_payment'
  | 'processing_payment'
  | 'transaction_authorized'
  | 'transaction_status_updated';

export type GiftCardEventType =
  | 'purchased_gift_card'
  | 'updated_gift_card'
  | 'canceled_gift_card'
  | 'redeemed_gift_card'
  | 'updated_balance_gift_card';

/** A change of a subscription at an app store, as the store has told it. */
export type ExternalEventType = `${ExternalVerb}_external_subscription`;

export type ItemEventType = 'new_item' | 'updated_item' | 'deactivated_item' | 'reactivated_item';

/** The invoice that a payment belongs to, as its number is printed. */
export interface InvoiceReference {
  readonly prefix: string;
  readonly number: number | null;
}

/** The gift card data that an event contains. */
export interface GiftCardSnapshot extends Omit<GiftCardRow, 'balance_in_cents'> {
  readonly gifter_account_code: string | null;
  readonly recipient_account_code: string | null;
  /** Number of the invoice that sold it. */
  readonly invoice_number: number | null;
  /** Remaining balance; null until it is redeemed. */
  readonly balance_in_cents: number | null;
}

/**
 * Something that happened, with a snapshot of the records concerned as they were then: later changes do not alter it.
 */
export type Event =
  | { readonly type: AccountEventType; readonly account: AccountSnapshot }
  | {
      readonly type: ShippingAddressEventType;
      readonly account: AccountSnapshot;
      readonly shipping_address: ShippingAddressRecord;
    }
  | {
      readonly type: SubscriptionEventType;
      readonly account: AccountSnapshot;
      readonly subscription: SubscriptionRecord;
      readonly shipping_address: ShippingAddressRecord | null;
    }
  | {
      readonly type: 'prerenewal';
      readonly notification_type: PrerenewalType;
      readonly account: AccountSnapshot;
      readonly subscription: SubscriptionRecord;
      readonly shipping_address: ShippingAddressRecord | null;
    }
  | { readonly type: UsageEventType; readonly account: AccountSnapshot; readonly usage: UsageRecord }
  | {
      readonly type: InvoiceEventType;
      readonly account: AccountSnapshot;
      readonly invoice: InvoiceRecord;
      readonly subscription_ids: readonly string[];
    }
  | {
      readonly type: DunningEventType;
      readonly account: AccountSnapshot;
      /** `dunning` has the number of events so far, and whether this is the final one. */
      readonly invoice: InvoiceRecord;
      readonly subscription_ids: readonly string[];
      readonly subscriptions: readonly SubscriptionRecord[];
      /** The last attempt to collect it; null where there was none. */
      readonly transaction: TransactionSnapshot | null;
    }
  | {
      readonly type: CreditPaymentEventType;
      readonly account: AccountSnapshot;
      readonly credit_payment: CreditPaymentRecord;
      /** Numbers of the credit invoice, and of the charge invoice that it was applied to. */
      readonly original_invoice_number: number | null;
      readonly applied_to_invoice_number: number | null;
    }
  | {
      readonly type: PaymentEventType;
      readonly account: AccountSnapshot;
      readonly transaction: TransactionSnapshot;
      /** Null for a payment without an invoice: a declined sign-up, an authorization. */
      readonly paid_invoice: InvoiceReference | null;
      readonly subscription_ids: readonly string[];
    }
  | { readonly type: GiftCardEventType; readonly gift_card: GiftCardSnapshot }
  | { readonly type: ItemEventType; readonly item: ItemRecord }
  | {
      readonly type: ExternalEventType;
      readonly account: AccountSnapshot;
      readonly external_subscription: ExternalSubscriptionRow;
    };

/** The states between which an invoice has moved. `from` is undefined for a new one. */
export interface InvoiceDraft {
  readonly type: InvoiceEventType;
  readonly invoice: InvoiceRecord;
  readonly from: InvoiceRecord['state'] | undefined;
}

/** A change of a gift card's balance from an earlier amount, in cents. `invoice` holds its credit. */
interface BalanceDraft {
  readonly type: 'updated_balance_gift_card';
  readonly invoice: InvoiceRecord;
  readonly from: number;
}

/**
 * An event as the transition or the function that causes it returns or says it, with the record concerned. When the
 * transaction ends, it gets its snapshots: the record as it is then, its account and its number.
 */
export type EventDraft =
  | { readonly type: 'new_account' | 'canceled_account'; readonly account: AccountRow }
  | { readonly type: 'updated_account'; readonly account: AccountRow; readonly before: AccountRow }
  | {
      readonly type: 'billing_info_updated';
      readonly billing_info: BillingInfoRecord;
      readonly before: BillingInfoRecord | undefined;
    }
  | { readonly type: 'billing_info_update_failed'; readonly transaction: TransactionRecord }
  | { readonly type: ShippingAddressEventType; readonly shipping_address: ShippingAddressRecord }
  | {
      readonly type: SubscriptionEventType;
      readonly subscription: SubscriptionRecord;
      /** The answers of the customer who ended it with this event. */
      readonly said?: SaidOnCancel | undefined;
    }
  | { readonly type: UsageEventType; readonly usage: UsageRecord }
  | InvoiceDraft
  | { readonly type: DunningEventType; readonly invoice: InvoiceRecord }
  | { readonly type: CreditPaymentEventType; readonly credit_payment: CreditPaymentRecord }
  | { readonly type: PaymentEventType; readonly transaction: TransactionRecord }
  | { readonly type: Exclude<GiftCardEventType, 'updated_balance_gift_card'>; readonly gift_card: GiftCardRow }
  | BalanceDraft
  | { readonly type: ExternalEventType; readonly external_subscription: ExternalSubscriptionRow }
  | { readonly type: ItemEventType; readonly item: ItemRecord };

export type EventType = Event['type'];

/** An event as it is recorded. Append-only. */
export interface EventRecord {
  /** UUIDv7. */
  readonly id: string;
  /** Time of the event, on the site's clock. */
  readonly at: Seconds;
  readonly type: EventType;
  /** Null where no account exists: a declined sign-up, a gift card, an item. */
  readonly account_id: string | null;
  /** Correlation id of the request, the due item or the message that caused it; null where that is not known. */
  readonly correlation: string | null;
  readonly event: Event;
}
