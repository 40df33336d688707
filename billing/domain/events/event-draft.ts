import type { AccountRow, ShippingAddressRecord } from '../accounts/record.ts';
import type { BillingInfoRecord } from '../billing-info/record.ts';
import type { GiftCardRow } from '../gift-cards/record.ts';
import type { CreditPaymentRecord } from '../invoices/credit-payment.ts';
import type { InvoiceRecord } from '../invoices/record.ts';
import type { SubscriptionEventType } from '../subscriptions/event-type.ts';
import type { SubscriptionRecord } from '../subscriptions/record.ts';
import type { TransactionRecord } from '../transactions/record.ts';
import type { UsageRecord } from '../usages/record.ts';
import type {
  CreditPaymentEventType,
  DunningEventType,
  GiftCardEventType,
  InvoiceEventType,
  PaymentEventType,
  ShippingAddressEventType,
  UsageEventType,
} from './event.ts';

/** The states between which an invoice has moved. `from` is undefined for a new one. */
export interface InvoiceDraft {
  readonly type: InvoiceEventType;
  readonly invoice: InvoiceRecord;
  readonly from: InvoiceRecord['state'] | undefined;
}

/** What is left of a gift card has changed, from so many cents. `invoice` holds its credit. */
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
  | { readonly type: SubscriptionEventType; readonly subscription: SubscriptionRecord }
  | { readonly type: UsageEventType; readonly usage: UsageRecord }
  | InvoiceDraft
  | { readonly type: DunningEventType; readonly invoice: InvoiceRecord }
  | { readonly type: CreditPaymentEventType; readonly credit_payment: CreditPaymentRecord }
  | { readonly type: PaymentEventType; readonly transaction: TransactionRecord }
  | { readonly type: Exclude<GiftCardEventType, 'updated_balance_gift_card'>; readonly gift_card: GiftCardRow }
  | BalanceDraft;
