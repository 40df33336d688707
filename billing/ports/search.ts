import type { AmountRange } from '../domain/search/amounts.ts';
import type { Created } from '../domain/search/created.ts';
import type { Seconds } from '../values/time.ts';

/** The conditions by which records of each kind are found. */
export interface SearchConditions {
  readonly customer:
    | 'id'
    | 'code'
    | 'code_prefix'
    | 'email'
    | 'email_prefix'
    | 'words'
    | 'card'
    | 'words_and_card'
    | 'vat_number'
    | 'method_vat_number'
    | 'payment_method'
    | 'method_reference'
    | 'city'
    | 'postal_code'
    | 'postal_code_prefix';
  readonly subscription: 'uuid' | 'po_number' | 'accounts';
  readonly invoice:
    | 'uuid'
    | 'line'
    | 'credit_payment'
    | 'number'
    | 'number_prefix'
    | 'number_and_words'
    | 'po_number'
    | 'vat_number'
    | 'accounts';
  readonly payment:
    | 'decline'
    | 'uuid'
    | 'reference'
    | 'charge'
    | 'recorded_reference'
    | 'recorded_part'
    | 'dispute'
    | 'accounts';
  readonly coupon: 'code' | 'unique_code' | 'redemption';
  readonly gift_card: 'key' | 'redemption_code';
}

export type SearchedKind = keyof SearchConditions;

/** One look-up: what `values` are depends on `by`. */
export interface SearchCondition<Kind extends SearchedKind = SearchedKind> {
  readonly by: SearchConditions[Kind];
  /** Texts as they are compared; for words, each with all of its forms. */
  readonly values: readonly (string | number | null | readonly string[])[];
}

/** Filters that a kind has; a filter that it does not have narrows nothing. */
export interface SearchFilters {
  readonly state?: string;
  readonly plan?: string;
  readonly country?: string;
  readonly city?: string;
  /** The beginning of a postal code, folded. */
  readonly postal_code?: string;
  readonly amounts?: readonly AmountRange[];
  readonly created?: Created;
}

/** A record that was found: its id in storage. */
export interface FoundRecord {
  readonly id: string;
  readonly created_at: Seconds;
}

/** A place of a customer: of the address of the account, or of a payment method. */
export interface SearchedPlace {
  readonly account_id: string;
  readonly city: string | null;
  readonly postal_code: string | null;
  readonly is_of_method: boolean;
}

/** The part of a found record that is shown. */
export interface SearchedRecord {
  readonly id: string;
  /** The last part of its address. */
  readonly address: string;
  /** A plan's or coupon's name, a product code, or what a transaction does. */
  readonly label: string | null;
  readonly state: string | null;
  /** The reference of a payment that was recorded by hand. */
  readonly reference?: string | null;
  readonly currency: string | null;
  readonly cents: number | null;
  /** The account that it belongs to, or that it is. */
  readonly account_id?: string | null;
  readonly account_code: string | null;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly company_name: string | null;
}

/** Kinds of records that are found by their ids alone. */
export type IdentifiedKind = 'message' | 'delivery' | 'endpoint' | 'approval' | 'report_run' | 'event' | 'audit_entry';

/** A record that is found by its id alone. */
export interface IdentifiedRecord {
  readonly kind: IdentifiedKind;
  readonly id: string;
  /** Kind of a message or an approval, type of an event, address of an endpoint, action, or report. */
  readonly label: string;
  readonly state: string | null;
  /** The customer that it is about. */
  readonly account_code: string | null;
}

/** Looks records up for the search of the console. Each look-up uses an index and ends after `most` records. */
export interface SearchRecords {
  /**
   * Returns records that meet a condition and all filters; without a condition those that meet the filters, newest
   * first if no amount is among them.
   */
  find<Kind extends SearchedKind>(
    kind: Kind,
    condition: SearchCondition<Kind> | undefined,
    filters: SearchFilters,
    most: number,
  ): Promise<readonly FoundRecord[]>;
  /** Returns what is shown of records, in any order. */
  shown(kind: SearchedKind, ids: readonly string[]): Promise<readonly SearchedRecord[]>;
  /** Returns the cities and postal codes of accounts, those of the accounts themselves first. */
  places(accountIds: readonly string[]): Promise<readonly SearchedPlace[]>;
  /** Returns the records with an id; of a notification, its deliveries. */
  identified(id: string): Promise<readonly IdentifiedRecord[]>;
  /** Returns the actions of the audit log that one request caused, oldest first. */
  actionsOf(correlation: string, most: number): Promise<readonly string[]>;
}
