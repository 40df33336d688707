import type {
  AccountRecord,
  AccountRow,
  AcquisitionRecord,
  NoteRecord,
  ShippingAddressRecord,
} from '../domain/accounts/record.ts';
import type { AccountSnapshot } from '../domain/events/event.ts';
import type { Listing } from './listing.ts';

export interface AccountFilter {
  /** `subscriber`: has a live subscription; `past_due`: has a past-due invoice. */
  readonly state?: 'active' | 'closed' | 'subscriber' | 'non_subscriber' | 'past_due';
  readonly parent_id?: string;
  /** The whole address, in any case. */
  readonly email?: string;
  /** The last four digits of the card or bank account. */
  readonly last_four?: string;
  /** A part of email, name, company or code, in any case. */
  readonly part?: string;
}

export interface AccountRecords extends Listing<AccountRecord, AccountFilter> {
  find(accountCode: string): Promise<AccountRecord | undefined>;
  byId(id: string): Promise<AccountRecord | undefined>;
  /** Returns only the id, for callers that need nothing else. */
  idOf(accountCode: string): Promise<string | undefined>;
  /** Returns only the data that events contain. */
  snapshot(id: string): Promise<AccountSnapshot | undefined>;
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
  add(record: NoteRecord): Promise<void>;
}
