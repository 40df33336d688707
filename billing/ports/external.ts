import type {
  ExternalAccountRecord,
  ExternalInvoiceRecord,
  ExternalInvoiceRow,
  ExternalPhaseRecord,
  ExternalPhaseRow,
  ExternalProductRecord,
  ExternalProductRow,
  ExternalReferenceRecord,
  ExternalSubscriptionRecord,
  ExternalSubscriptionRow,
} from '../domain/external/record.ts';
import type { Listing } from './listing.ts';

/** The id that this service gave a record of an app store, or the one that the store gave it. */
export type ExternalName = { readonly id: string } | { readonly external_id: string };

export interface ExternalAccountRecords extends Listing<ExternalAccountRecord, { readonly account_id: string }> {
  find(accountId: string, id: string): Promise<ExternalAccountRecord | undefined>;
  /** Returns the record of an account at an app store, whose account it may be. */
  named(code: string, connectionType: string): Promise<ExternalAccountRecord | undefined>;
  add(record: ExternalAccountRecord): Promise<void>;
  save(record: ExternalAccountRecord): Promise<void>;
  remove(key: string): Promise<void>;
}

export interface ExternalProductRecords extends Listing<ExternalProductRecord, Readonly<Record<never, never>>> {
  find(id: string): Promise<ExternalProductRecord | undefined>;
  /** Returns the product of a reference, which always has one. */
  byKey(key: string): Promise<ExternalProductRow>;
  add(record: ExternalProductRow): Promise<void>;
  save(record: ExternalProductRow): Promise<void>;
  /** Removes a product and its references; subscriptions that named one have none then. */
  remove(key: string): Promise<void>;
}

export interface ExternalReferenceRecords extends Listing<ExternalReferenceRecord, { readonly product_key: string }> {
  find(id: string): Promise<ExternalReferenceRecord | undefined>;
  named(code: string, connectionType: string): Promise<ExternalReferenceRecord | undefined>;
  add(record: ExternalReferenceRecord): Promise<void>;
  /** Removes a reference; subscriptions that named it have none then. */
  remove(key: string): Promise<void>;
}

export interface ExternalSubscriptionRecords
  extends Listing<ExternalSubscriptionRecord, { readonly account_id?: string }> {
  find(named: ExternalName): Promise<ExternalSubscriptionRecord | undefined>;
  add(record: ExternalSubscriptionRow): Promise<void>;
  save(record: ExternalSubscriptionRow): Promise<void>;
}

export interface ExternalInvoiceRecords
  extends Listing<ExternalInvoiceRecord, { readonly account_id?: string; readonly subscription_key?: string }> {
  find(named: ExternalName): Promise<ExternalInvoiceRecord | undefined>;
  add(record: ExternalInvoiceRow): Promise<void>;
  save(record: ExternalInvoiceRow): Promise<void>;
}

export interface ExternalPhaseRecords extends Listing<ExternalPhaseRecord, { readonly subscription_key: string }> {
  find(id: string): Promise<ExternalPhaseRecord | undefined>;
  /** Returns the phase of a subscription that begins with a billing period. */
  beginning(subscriptionKey: string, periodIndex: number): Promise<ExternalPhaseRecord | undefined>;
  add(record: ExternalPhaseRow): Promise<void>;
  save(record: ExternalPhaseRow): Promise<void>;
}

/** Records that mirror those of app stores. */
export interface ExternalRecords {
  readonly accounts: ExternalAccountRecords;
  readonly products: ExternalProductRecords;
  readonly references: ExternalReferenceRecords;
  readonly subscriptions: ExternalSubscriptionRecords;
  readonly invoices: ExternalInvoiceRecords;
  readonly phases: ExternalPhaseRecords;
}
