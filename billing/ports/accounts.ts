import type {
  AccountRecord,
  AccountRow,
  AcquisitionRecord,
  NoteRecord,
  ShippingAddressRecord,
} from '../domain/accounts/record.ts';
import type { AccountSnapshot } from '../domain/events/event.ts';
import type { CentsByCurrency } from '../resources/schema.ts';
import type { Seconds } from '../values/time.ts';
import type { Listing } from './listing.ts';

export interface AccountFilter {
  /**
   * `subscriber`: has a live subscription; `past_due`: has a past-due invoice; `canceling`: has a subscription that was
   * canceled and has not expired; `no_card`: is open, pays for itself and has no payment method.
   */
  readonly state?: 'active' | 'closed' | 'subscriber' | 'non_subscriber' | 'past_due' | 'canceling' | 'no_card';
  readonly parent_id?: string;
  /** Accounts that name an entity, and those that name none and are billed in one of its countries. */
  readonly sold_by?: { readonly id: string; readonly countries: readonly string[] };
  /** Accounts that name a template. */
  readonly invoice_template_uuid?: string;
  /** A subscription is in its trial at this moment. */
  readonly in_trial_at?: Seconds;
  /** Open accounts whose card is valid to this month, `year * 12 + month`, or an earlier one. */
  readonly card_expires_by?: number;
  /** The country of the address, else that of the payment method. */
  readonly country?: string;
  /** The city of the address or of a payment method, in any case. */
  readonly city?: string;
  /** The beginning of the postal code of the address or of a payment method, folded. */
  readonly postal_code?: string;
  /** The whole address, in any case. */
  readonly email?: string;
  /** The last four digits of the card or bank account. */
  readonly last_four?: string;
  /** A part of email, name, company or code, in any case. */
  readonly part?: string;
}

/** The names by which a person recognizes a customer. */
export type AccountNames = Pick<
  AccountRecord,
  'id' | 'account_code' | 'email' | 'first_name' | 'last_name' | 'company_name'
>;

/** The balance of an account in one currency: open charge invoices less open credit invoices. */
export interface CurrencyBalance {
  readonly account_id: string;
  readonly currency: string;
  readonly balance_in_cents: number;
}

/** An account, and the one that pays for it: its parent where it is billed to it, else the account itself. */
export interface IdentifiedAccount {
  readonly account_id: string;
  readonly payer_id: string;
  readonly payer_account_code: string;
}

export interface AccountRecords extends Listing<AccountRecord, AccountFilter> {
  find(accountCode: string): Promise<AccountRecord | undefined>;
  byId(id: string): Promise<AccountRecord | undefined>;
  /** Returns only the id and who pays, for callers that need nothing else. */
  identify(accountCode: string): Promise<IdentifiedAccount | undefined>;
  /** Returns the id of the account that pays for an account. */
  payerId(id: string): Promise<string>;
  /** Returns only the data that events contain. */
  snapshot(id: string): Promise<AccountSnapshot | undefined>;
  add(record: AccountRow): Promise<void>;
  save(record: AccountRow): Promise<void>;
  /** True while at least one child of it is open. */
  hasOpenChildren(id: string): Promise<boolean>;
  /** Cents by currency: open charge invoices less open credit invoices. Currencies without either are missing. */
  balance(id: string): Promise<{
    readonly past_due: boolean;
    readonly balance_in_cents: CentsByCurrency;
    /** Credit that can be used, 0 or less, in each currency of the balance. */
    readonly available_credit_balance_in_cents: CentsByCurrency;
  }>;
  /** Returns the balances of several accounts, in the order of currencies. Those without open invoices are missing. */
  balances(ids: readonly string[]): Promise<readonly CurrencyBalance[]>;
  /** Returns the names of several accounts. */
  names(ids: readonly string[]): Promise<readonly AccountNames[]>;
}

export interface ShippingAddressRecords extends Listing<ShippingAddressRecord, { readonly account_id: string }> {
  find(accountId: string, id: number): Promise<ShippingAddressRecord | undefined>;
  /** Returns those of these keys that still exist. */
  byKeys(keys: readonly string[]): Promise<readonly ShippingAddressRecord[]>;
  add(record: ShippingAddressRecord): Promise<void>;
  save(record: ShippingAddressRecord): Promise<void>;
  remove(key: string): Promise<void>;
}

export interface AcquisitionRecords {
  find(accountId: string): Promise<AcquisitionRecord | undefined>;
  save(record: AcquisitionRecord): Promise<void>;
  remove(accountId: string): Promise<void>;
}

export interface NoteRecords extends Listing<NoteRecord, { readonly account_id: string }> {
  /** Returns notes of an account whose ids are before one, the latest first. */
  latest(accountId: string, before: string, limit: number): Promise<readonly NoteRecord[]>;
  add(record: NoteRecord): Promise<void>;
}
