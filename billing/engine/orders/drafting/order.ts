import type { AccountRecord, ShippingAddressRecord } from '../../../domain/accounts/record.ts';
import type { LineRefund } from '../../../domain/adjustments/credit-line.ts';
import type { AdjustmentRecord } from '../../../domain/adjustments/record.ts';
import type { OrderCoupons } from '../../../domain/coupons/discounts.ts';
import type { SubscriptionLabels } from '../../../domain/general-ledger/labels.ts';
import type { GiftCardRecord, GiftCardRow } from '../../../domain/gift-cards/record.ts';
import type { InvoiceHeader } from '../../../domain/invoices/draft-invoice.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import type { Terms } from '../../../domain/invoices/terms.ts';
import type { SaidOnCancel } from '../../../domain/subscriptions/cancellation-note.ts';
import type { SubscriptionEventType } from '../../../domain/subscriptions/event-type.ts';
import type { SubscriptionBilled } from '../../../domain/subscriptions/lines.ts';
import type { RevisedSubscription, SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { BilledFee } from '../../../domain/subscriptions/shipping-fee.ts';
import type { UsageCharge } from '../../../domain/subscriptions/transition.ts';
import type { BilledUsage } from '../../../domain/subscriptions/usage-lines.ts';
import type { Payer } from '../../../domain/transactions/transaction.ts';
import type { DiscountOrder, TaxRate } from '../../../values/price/cart.ts';
import type { Seconds } from '../../../values/time.ts';
import type { SentAccount } from '../../recording/accounts/account-writer.ts';
import type { OrderPaymentMethod } from './payment-method.ts';

export type InvoiceOrigin = InvoiceRecord['origin'];

/** The account that an order is for, as it was when the order was read. */
export interface OrderAccount {
  readonly id: string;
  readonly code: string;
  /** Undefined: the order creates the account. */
  readonly existing: AccountRecord | undefined;
  /**
   * The changes that the order makes to it, which also reopen it; null makes none. Shipping addresses are written with
   * the order.
   */
  readonly changes: SentAccount | null;
}

/** The account that pays for an order, and whose invoices are made: the one that it is for, or its parent. */
export interface OrderPayer extends Payer {
  readonly id: string;
  /** False: the order creates it. */
  readonly exists: boolean;
}

/** A one-time charge, or a credit. Its line names its origin. */
export interface ChargeItem {
  readonly line: AdjustmentRecord;
  /** Whether the line is stored already, and pending. */
  readonly pending: boolean;
  /** Whether coupons may discount it. */
  readonly discountable: boolean;
  /** The taxes that apply to it; empty for a credit. */
  readonly rates: readonly TaxRate[];
}

interface BilledSubscription extends Omit<SubscriptionBilled, 'charge'> {
  /** The record after the order. */
  readonly subscription: SubscriptionRecord;
  readonly charges: readonly SubscriptionBilled['charge'][];
  /** The shipping fee that it bills, if it has one. */
  readonly fees: readonly BilledFee[];
  readonly labels: SubscriptionLabels;
}

/** A subscription that an order adds. */
export interface AddItem extends BilledSubscription {
  readonly kind: 'add';
}

/** A transition of a stored subscription that an order bills. */
export interface UpdateItem extends BilledSubscription {
  /** `start`: a future one begins, with its first invoice. */
  readonly kind: 'start' | 'renew' | 'change' | 'end';
  /** The record that the order was made for. If its revision differs later, the subscription has changed since. */
  readonly before: RevisedSubscription;
  readonly events: readonly SubscriptionEventType[];
  /** The answers of the customer who ends it. */
  readonly said?: SaidOnCancel | undefined;
  /** Credits against earlier charges of the subscription. */
  readonly credits: readonly LineRefund[];
  /** Credits against earlier charges of usage that is corrected. */
  readonly corrected: readonly LineRefund[];
  /** The invoices of all these charges. */
  readonly credited: readonly InvoiceRecord[];
  /** Origin of the credit invoice. */
  readonly creditOrigin: 'immediate_change' | 'refund' | 'termination';
  /** Unbilled usage that it bills. */
  readonly usage: readonly BilledUsage[];
  /** Usage that it voids. */
  readonly voidedUsage: readonly UsageCharge[];
}

export type SubscriptionItem = AddItem | UpdateItem;

/**
 * A validated request to sell, before it is priced. Everything in it was looked up and validated; it contains nothing
 * about the format of the request. The lines of the invoice follow the order of `charges`, then `subscriptions`, then
 * all shipping fees.
 */
export interface Order {
  readonly at: Seconds;
  readonly currency: string;
  readonly account: OrderAccount;
  readonly payer: OrderPayer;
  /**
   * The number of ledger movements of each account whose money it moves. A different number later means that money has
   * moved since.
   */
  readonly movements: ReadonlyMap<string, number>;
  /** Codes of accounts by id, for previews: of those that its lines are for. */
  readonly accountCodes: ReadonlyMap<string, string>;
  /** Origin of the charge invoice. */
  readonly origin: InvoiceOrigin;
  readonly terms: Terms;
  readonly method: OrderPaymentMethod;
  readonly billing: Pick<
    InvoiceHeader,
    | 'account_id'
    | 'address'
    | 'vat_number'
    | 'reverseCharge'
    | 'usedTaxService'
    | 'shipping_address'
    | 'seller'
    | 'evidence'
  >;
  readonly charges: readonly ChargeItem[];
  readonly subscriptions: readonly SubscriptionItem[];
  /** Shipping fees for what it sells once. */
  readonly fees: readonly BilledFee[];
  readonly coupons: OrderCoupons;
  readonly discountOrder: DiscountOrder;
  /** Credit invoices of the payer that may pay for it. */
  readonly credit: readonly InvoiceRecord[];
  /** The gift card that is redeemed with it. */
  readonly giftCard: GiftCardRecord | undefined;
  /** The gift card that it sells. Its number is assigned when it is recorded. */
  readonly soldGiftCard: GiftCardRow | undefined;
  /** Shipping addresses that it adds to the account. Their numbers are assigned when they are recorded. */
  readonly shippingAddresses: readonly ShippingAddressRecord[];
  /** Whether it needs a payment method even if nothing is due yet. */
  readonly needsMethod: boolean;
}

export const isAutomatic = ({ terms }: Pick<Order, 'terms'>): boolean => terms.collection_method === 'automatic';
