import type { Adjustment } from '../resources/adjustment.ts';
import type { CreditPayment } from '../resources/credit-payment.ts';
import type { Invoice } from '../resources/invoice.ts';
import type { Subscription, SubscriptionAddOn } from '../resources/subscription.ts';
import type { Seconds } from '../time.ts';
import type { Listing } from './records.ts';

/** What a redemption took off one line. Kept as it was, so that a refund never prices again (DESIGN section 5). */
export interface LineDiscount {
  readonly redemption: string;
  readonly amount: number;
}

/** What one jurisdiction takes of one line. `rate` is a decimal fraction. */
export interface LineTax {
  readonly type: string;
  readonly region: string;
  readonly rate: string;
  readonly amount: number;
}

/** A charge or a credit as it is held. A credit's amounts are negative. Its uuid is its id. */
export interface AdjustmentRecord extends Omit<Adjustment, 'tax_details'> {
  readonly account_id: string;
  /** Null while it is pending. */
  readonly invoice_id: string | null;
  readonly subscription_id: string | null;
  /** Of the plan it was sold under, for coupons. */
  readonly plan_code: string | null;
  /** Where it stands on its invoice. */
  readonly position: number;
  /** Of a charge: the share that credits took back, as numerator and denominator, `1/3`. Null: none has. */
  readonly credited_share: string | null;
  readonly discounts: readonly LineDiscount[];
  readonly taxes: readonly LineTax[];
}

/** An adjustment with what other records say of it, read with it, never written. */
export interface ShownAdjustment extends AdjustmentRecord {
  readonly account_code: string;
  /** Prefix and number in one, as addresses have it; null while it is pending. */
  readonly invoice: string | null;
}

export interface AdjustmentFilter {
  readonly account_id?: string;
  readonly invoice_id?: string;
  /** Credits made against it. */
  readonly original_adjustment_uuid?: string;
  readonly type?: 'charge' | 'credit';
  readonly state?: 'pending' | 'invoiced';
}

export interface AdjustmentRecords extends Listing<ShownAdjustment, AdjustmentFilter> {
  find(uuid: string): Promise<ShownAdjustment | undefined>;
  add(record: AdjustmentRecord): Promise<void>;
  /** Several at once. */
  addAll(records: readonly AdjustmentRecord[]): Promise<void>;
  save(record: AdjustmentRecord): Promise<void>;
  remove(uuid: string): Promise<void>;
  /** Those of an account that wait for an invoice in a currency, oldest first. */
  pending(accountId: string, currency: string): Promise<readonly ShownAdjustment[]>;
  /** The currency of the one that has waited longest. */
  pendingCurrency(accountId: string): Promise<string | undefined>;
  /** In the order of the invoice. */
  onInvoice(invoiceId: string): Promise<readonly ShownAdjustment[]>;
  /** Of several invoices, each in its order. */
  onInvoices(invoiceIds: readonly string[]): Promise<readonly ShownAdjustment[]>;
  /** Credits made against a charge, oldest first. */
  creditsOf(uuid: string): Promise<readonly ShownAdjustment[]>;
}

/** An invoice as it is held; its uuid is its id, prefix and number are what addresses name. A credit invoice's totals are negative, and so is its balance while it is open. */
export interface InvoiceRecord
  extends Omit<
    Invoice,
    'subtotal_after_discount_in_cents' | 'amount_remaining_in_cents' | 'credit_payments' | 'line_items' | 'transactions'
  > {
  readonly account_id: string;
  /** The charge invoices a credit invoice came from. */
  readonly original_ids: readonly string[];
  /** A gift card's redemption, for credit of origin `gift_card`. */
  readonly gift_card_id: number | null;
}

export interface ShownInvoice extends InvoiceRecord {
  readonly account_code: string;
  readonly parent_account_code: string | null;
}

export interface InvoiceFilter {
  readonly account_id?: string;
  /** As they are held. */
  readonly states?: readonly string[];
  readonly subscription_id?: string;
  /** Credit invoices made against it. */
  readonly original_id?: string;
  /** The charge invoices that a credit invoice came from. */
  readonly originals_of?: string;
}

export interface InvoiceRecords extends Listing<ShownInvoice, InvoiceFilter> {
  find(uuid: string): Promise<ShownInvoice | undefined>;
  byNumber(number: number): Promise<ShownInvoice | undefined>;
  add(record: InvoiceRecord): Promise<void>;
  save(record: InvoiceRecord): Promise<void>;
  /** Credit invoices with something left, in a currency, oldest first. */
  openCredits(accountId: string, currency: string): Promise<readonly ShownInvoice[]>;
  /** Charge invoices that are not paid, oldest first. */
  openCharges(accountId: string): Promise<readonly ShownInvoice[]>;
  /** The pending invoice, paid by hand, that was due first, of those due by a moment. */
  nextOverdue(dueBy: Seconds): Promise<ShownInvoice | undefined>;
  /** The one to be collected first, of those to be collected until a moment. */
  nextToCollect(until: Seconds): Promise<ShownInvoice | undefined>;
  /** Notes that an account is collected from by force; false when that was done after `last` already. */
  forceCollection(accountId: string, at: Seconds, last: Seconds): Promise<boolean>;
}

export interface CreditPaymentRecord extends CreditPayment {
  readonly account_id: string;
  readonly original_invoice_id: string;
  readonly applied_to_invoice_id: string | null;
  readonly original_credit_payment_uuid: string | null;
  readonly refund_transaction_uuid: string | null;
}

export interface ShownCreditPayment extends CreditPaymentRecord {
  readonly account_code: string;
  readonly original_invoice: string;
  readonly applied_to_invoice: string | null;
}

export interface CreditPaymentFilter {
  readonly account_id?: string;
  /** Of a charge invoice or a credit invoice. */
  readonly invoice_id?: string;
}

export interface CreditPaymentRecords extends Listing<ShownCreditPayment, CreditPaymentFilter> {
  find(uuid: string): Promise<ShownCreditPayment | undefined>;
  add(record: CreditPaymentRecord): Promise<void>;
  save(record: CreditPaymentRecord): Promise<void>;
  /** Of a charge invoice or a credit invoice, oldest first. */
  ofInvoice(invoiceId: string): Promise<readonly ShownCreditPayment[]>;
  /** Of several invoices, oldest first. */
  ofInvoices(invoiceIds: readonly string[]): Promise<readonly ShownCreditPayment[]>;
  /** The one that turned credit into a refund. */
  ofRefund(transactionUuid: string): Promise<ShownCreditPayment | undefined>;
}

export interface SubscriptionAddOnRecord extends SubscriptionAddOn {
  /** As the plan had it when it was sold, so that later prices do not touch it. */
  readonly name: string;
  readonly tier_type: 'flat' | 'tiered' | 'volume' | 'stairstep';
  readonly tiers: readonly { readonly ending: number; readonly unit: number }[];
  readonly measured_unit_id: number | null;
  readonly accounting_code: string | null;
}

/** A subscription as it is held. Its uuid is its id. */
export interface SubscriptionRecord
  extends Omit<
    Subscription,
    'subscription_add_ons' | 'plan' | 'shipping_address' | 'pending_subscription' | 'cost_in_cents'
  > {
  readonly account_id: string;
  readonly plan_id: string;
  /** As they were when it was sold. */
  readonly plan_code: string;
  readonly plan_name: string;
  readonly interval_unit: 'days' | 'months';
  readonly interval_length: number;
  readonly setup_fee_in_cents: number;
  readonly tax_exempt: boolean;
  readonly tax_code: string | null;
  readonly add_ons: readonly SubscriptionAddOnRecord[];
  readonly pending: SubscriptionChange | null;
  /** Key of the account's shipping address. */
  readonly shipping_address_key: string | null;
  readonly created_at: Seconds;
  /** When a future one starts; null once it has. */
  readonly starts_at: Seconds | null;
}

/** What waits for a renewal. */
export interface SubscriptionChange {
  readonly plan_id: string;
  readonly plan_code: string;
  readonly plan_name: string;
  readonly unit_amount_in_cents: number;
  readonly quantity: number;
  readonly add_ons: readonly SubscriptionAddOnRecord[];
  readonly at: 'bill_date' | 'term_end';
}

export interface ShownSubscription extends SubscriptionRecord {
  readonly account_code: string;
  readonly parent_account_code: string | null;
  /** The latest invoice's number as addresses have it. */
  readonly invoice: string | null;
  /** The plan's code now; null when it is no longer sold. */
  readonly current_plan_code: string | null;
}

export interface SubscriptionFilter {
  readonly account_id?: string;
  readonly state?: 'active' | 'canceled' | 'expired' | 'future' | 'in_trial' | 'live' | 'past_due' | 'paused';
  /** What `in_trial` is judged by. */
  readonly now: Seconds;
  readonly invoice_id?: string;
}

export interface SubscriptionRecords extends Listing<ShownSubscription, SubscriptionFilter> {
  find(uuid: string): Promise<ShownSubscription | undefined>;
  add(record: SubscriptionRecord): Promise<void>;
  save(record: SubscriptionRecord): Promise<void>;
  /** When one to this plan was last created for the account. */
  lastCreated(accountId: string, planId: string): Promise<Seconds | undefined>;
  live(accountId: string): Promise<readonly ShownSubscription[]>;
  /** One that has not been invoiced. */
  remove(uuid: string): Promise<void>;
}

/** Where money is, as the double-entry ledger knows it: each movement's entries add up to nothing (DESIGN section 5). */
export const LEDGER_ACCOUNTS = [
  /** What customers owe: charge invoices up, payments and credit down. */
  'receivable',
  /** What customers have paid, at gateways or by hand. */
  'cash',
  /** Credit that customers hold: credit invoices. */
  'credit',
  /** Sold, discounts taken off, before tax. */
  'revenue',
  'tax',
  /** Gift cards sold and not redeemed yet. */
  'gift_cards',
  /** Given up: failed invoices. */
  'write_off',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

export interface LedgerEntry {
  readonly account: LedgerAccount;
  /** Cents; debits positive, credits negative. */
  readonly amount: number;
}

/** One movement. Append-only. */
export interface Movement {
  readonly id: string;
  readonly at: Seconds;
  /** Null for a gateway payment nobody could be found for. */
  readonly account_id: string | null;
  readonly currency: string;
  /** For example `invoice.posted`. */
  readonly what: string;
  /** The invoice, credit payment or transaction it comes from. */
  readonly subject: string;
  readonly entries: readonly LedgerEntry[];
}

export interface LedgerRecords {
  append(movement: Movement): Promise<void>;
  /** How many movements of one customer there are, in all currencies: another number, and something has moved. */
  count(accountId: string): Promise<number>;
  /** Cents by ledger account, of one customer and currency. */
  balances(accountId: string, currency: string): Promise<Readonly<Partial<Record<LedgerAccount, number>>>>;
}
