import type { Account } from '../resources/account.ts';
import type { AccountAcquisition } from '../resources/account-acquisition.ts';
import type { BillingInfo } from '../resources/billing-info.ts';
import type { Note } from '../resources/note.ts';
import type { ShippingAddress } from '../resources/shipping-address.ts';
import type { Transaction } from '../resources/transaction.ts';
import type { Seconds } from '../time.ts';
import type { CouponRecords, RedemptionRecords } from './coupons.ts';
import type { GiftCardRecords } from './gift-cards.ts';
import type { AddOnRecords, MeasuredUnitRecords, PlanRecords } from './plans.ts';
import type {
  AdjustmentRecords,
  CreditPaymentRecords,
  InvoiceRecords,
  LedgerRecords,
  SubscriptionRecords,
} from './selling.ts';

/** An account as it is held: its table, its place in the hierarchy, and what other records say of it when it is read. */
export interface AccountRecord extends Account {
  /** UUIDv7, 32 hexadecimal digits. */
  readonly id: string;
  readonly parent_id: string | null;
  /** Read with the record, never written. */
  readonly parent_account_code: string | null;
  readonly has_billing_info: boolean;
  readonly has_children: boolean;
}

/** What of an account is written; the rest is read from other records. */
export type AccountRow = Omit<AccountRecord, 'parent_account_code' | `has_${string}`>;

export interface ShippingAddressRecord extends ShippingAddress {
  /** UUIDv7; `id` is the number that clients see. */
  readonly key: string;
  readonly account_id: string;
}

export interface BillingInfoRecord extends BillingInfo {
  readonly account_id: string;
  /** What the gateway knows the payment method by. */
  readonly reference: string;
  /** The gateway that holds it. */
  readonly gateway_code: string;
  readonly created_at: Seconds;
}

export interface TransactionRecord extends Omit<Transaction, 'transaction_error'> {
  /** Why it failed, without words: those belong to the catalogue. */
  readonly transaction_error: {
    readonly error_code: string;
    readonly error_category: string;
    readonly gateway_error_code: string | null;
  } | null;
  /** Null for a declined sign-up, which leaves no account behind (DESIGN section 6). */
  readonly account_id: string | null;
  /** The charge invoice it paid, or the credit invoice it gave back. */
  readonly invoice_id: string | null;
  /** What a refund gives back. */
  readonly original_transaction_uuid: string | null;
  /** Null for payments made by hand. */
  readonly gateway_code: string | null;
  /** When its gateway is asked next what has become of it; null: nothing more is expected. */
  readonly settlement_due_at: Seconds | null;
}

/** A transaction with what other records say of it, read with it, never written. */
export interface ShownTransaction extends TransactionRecord {
  /** Prefix and number of its invoice, as addresses have it. */
  readonly invoice: string | null;
  /** The first subscription on its invoice. */
  readonly subscription_id: string | null;
}

export interface AcquisitionRecord extends AccountAcquisition {
  readonly account_id: string;
}

export interface NoteRecord extends Note {
  readonly id: string;
  readonly account_id: string;
}

/** A page of a list, in a given order, from a position (specification "List parameters"). */
export interface ListQuery<Filter> {
  readonly filter: Filter;
  readonly sort: 'created_at' | 'updated_at';
  readonly order: 'asc' | 'desc';
  /** Inclusive bounds on the sort attribute. */
  readonly begin?: Seconds;
  readonly end?: Seconds;
  readonly limit: number;
  /** Continue behind this position, or with `back` before it. */
  readonly from?: Position;
}

export interface Position {
  readonly id: string;
  readonly at: Seconds;
  readonly back: boolean;
}

export interface Page<T> {
  /** In the asked order, also when paging back. */
  readonly records: readonly T[];
  /** More follow in the direction that was asked for. */
  readonly more: boolean;
}

/** Every list can be paged and counted; a count ignores `limit` and `from`. */
export interface Listing<T, Filter> {
  list(query: ListQuery<Filter>): Promise<Page<T>>;
  count(query: ListQuery<Filter>): Promise<number>;
}

export interface AccountFilter {
  /** `subscriber`: has a live subscription; `past_due`: has a past-due invoice. */
  readonly state?: 'active' | 'closed' | 'subscriber' | 'non_subscriber' | 'past_due';
  readonly parent_id?: string;
}

export interface AccountRecords extends Listing<AccountRecord, AccountFilter> {
  find(accountCode: string): Promise<AccountRecord | undefined>;
  /** The id alone, where nothing else is asked for. */
  idOf(accountCode: string): Promise<string | undefined>;
  add(record: AccountRow): Promise<void>;
  save(record: AccountRow): Promise<void>;
  /** True while at least one child of it is open. */
  hasOpenChildren(id: string): Promise<boolean>;
  /** Cents by currency: open charge invoices less open credit invoices. Currencies without either are missing. */
  balance(
    id: string,
  ): Promise<{ readonly past_due: boolean; readonly balance_in_cents: Readonly<Record<string, number>> }>;
}

export interface ShippingAddressRecords extends Listing<ShippingAddressRecord, { readonly account_id: string }> {
  find(accountId: string, id: number): Promise<ShippingAddressRecord | undefined>;
  /** Those of these keys that are still there. */
  byKeys(keys: readonly string[]): Promise<readonly ShippingAddressRecord[]>;
  add(record: ShippingAddressRecord): Promise<void>;
  save(record: ShippingAddressRecord): Promise<void>;
  remove(key: string): Promise<void>;
}

export interface BillingInfoRecords {
  find(accountId: string): Promise<BillingInfoRecord | undefined>;
  /** Puts it in the place of whatever the account had; what replaces something keeps its `created_at`. */
  save(record: BillingInfoRecord): Promise<void>;
  remove(accountId: string): Promise<void>;
}

export interface AcquisitionRecords {
  find(accountId: string): Promise<AcquisitionRecord | undefined>;
  save(record: AcquisitionRecord): Promise<void>;
  remove(accountId: string): Promise<void>;
}

export interface NoteRecords extends Listing<NoteRecord, { readonly account_id: string }> {
  add(record: NoteRecord): Promise<void>;
}

export interface TransactionFilter {
  readonly account_id?: string;
  readonly state?: 'successful' | 'failed' | 'voided';
  readonly type?: 'authorization' | 'purchase' | 'refund';
  readonly invoice_id?: string;
}

export interface TransactionRecords extends Listing<ShownTransaction, TransactionFilter> {
  find(uuid: string): Promise<ShownTransaction | undefined>;
  add(record: TransactionRecord): Promise<void>;
  save(record: TransactionRecord): Promise<void>;
  /** Oldest first. */
  ofInvoice(invoiceId: string): Promise<readonly ShownTransaction[]>;
  /** Of several invoices, oldest first. */
  ofInvoices(invoiceIds: readonly string[]): Promise<readonly ShownTransaction[]>;
  /** Refunds of a payment, oldest first. */
  refundsOf(uuid: string): Promise<readonly ShownTransaction[]>;
  /** The one whose gateway is to be asked first, of those to be asked until a moment. */
  nextToSettle(until: Seconds): Promise<ShownTransaction | undefined>;
  /** How many of an action were made for an account since a moment of the site's clock. */
  countSince(accountId: string, action: Transaction['action'], since: Seconds): Promise<number>;
}

/** What is scarce and kept for a sale until it ends: taken in the transaction that records the intent, given back when it fails. */
export interface Reservation {
  /** Keys of coupons that count one redemption more. */
  readonly coupons: readonly string[];
  /** Keys of unique codes. */
  readonly codes: readonly string[];
  /** Keys of gift cards. */
  readonly gift_cards: readonly string[];
}

/** A call to a gateway that was decided on and whose outcome is not recorded yet (DESIGN section 6). */
export interface Intent {
  readonly id: string;
  /** An `authorization` waits for its capture; the others for the answer of a gateway. */
  readonly kind: 'verify' | 'payment' | 'refund' | 'authorization';
  /** Whose money moves: an account's id, or its code while it is not there yet. One open intent for each. */
  readonly subject: string;
  /** The idempotency key the gateway is called with. */
  readonly gateway_key: string;
  readonly gateway_code: string;
  readonly correlation: string;
  /** Milliseconds, by the system's clock; an authorization's by the site's. Until then it belongs to whoever opened it. */
  readonly leased_until: number;
  readonly reserved: Reservation | null;
  /** The priced request of an authorization, to be recorded when it is captured. */
  readonly sale: unknown;
}

export interface IntentRecords {
  /** False while another intent has the subject: a live one, or one that nobody has reversed yet. */
  open(intent: Intent): Promise<boolean>;
  save(intent: Intent): Promise<void>;
  find(id: string): Promise<Intent | undefined>;
  /** The open intent of a subject. */
  of(subject: string): Promise<Intent | undefined>;
  /** Those whose lease was out at a moment of the system's clock, which is another one by the site's. */
  expired(system: number, site: number): Promise<readonly Intent[]>;
  /** False when somebody else has closed it. */
  close(id: string): Promise<boolean>;
}

/** What requests with an `Idempotency-Key` have become, kept for as long as their answers are. */
export interface OutcomeRecords {
  /** In the transaction of the outcome. The request has taken its key before. */
  record(key: string, outcome: object): Promise<void>;
  find(key: string): Promise<object | undefined>;
}

/** Who did what (DESIGN section 6). Append-only. */
export interface Event {
  readonly id: string;
  readonly at: Seconds;
  /** `key:<id>`, or `command line`. */
  readonly actor: string;
  readonly correlation: string;
  /** For example `account.created`. */
  readonly what: string;
  /** The record, by the name clients know. */
  readonly subject: string;
}

/** A message that leaves the house later. Queued with the change that causes it, delivered after. */
export interface Outgoing {
  readonly id: string;
  readonly kind: string;
  /** An email address, or `support`. */
  readonly recipient: string;
  readonly correlation: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Everything of one site, in the words of the use cases. */
export interface Records {
  readonly accounts: AccountRecords;
  readonly shippingAddresses: ShippingAddressRecords;
  readonly billingInfos: BillingInfoRecords;
  readonly acquisitions: AcquisitionRecords;
  readonly notes: NoteRecords;
  readonly transactions: TransactionRecords;
  readonly subscriptions: SubscriptionRecords;
  readonly adjustments: AdjustmentRecords;
  readonly invoices: InvoiceRecords;
  readonly creditPayments: CreditPaymentRecords;
  readonly ledger: LedgerRecords;
  readonly plans: PlanRecords;
  readonly addOns: AddOnRecords;
  readonly measuredUnits: MeasuredUnitRecords;
  readonly coupons: CouponRecords;
  readonly redemptions: RedemptionRecords;
  readonly giftCards: GiftCardRecords;
  readonly intents: IntentRecords;
  readonly outcomes: OutcomeRecords;
  readonly events: { append(event: Event): Promise<void> };
  readonly outbox: {
    queue(message: Outgoing): Promise<void>;
    /** Queues it unless one of the same kind and recipient was queued within `seconds` of the system clock. */
    queueOnceIn(seconds: number, message: Outgoing): Promise<boolean>;
  };
  /** The next number of a series of this site, from 1; the first of them where several are taken. */
  next(series: string, count?: number): Promise<number>;
}

export interface TransactionHow {
  /** It gives out numbers of invoices. Those of a site meet in the series, so they go one after the other from the start. */
  readonly numbering?: boolean;
}

/**
 * Storage, as use cases want it. `of` reads outside any transaction. A transaction body may be run again from the start, and awaits nothing but
 * the records it is given (DESIGN section 8). What it throws undoes everything.
 */
export interface Storage {
  of(siteId: string): Records;
  transaction<T>(siteId: string, work: (records: Records) => Promise<T>, how?: TransactionHow): Promise<T>;
}
