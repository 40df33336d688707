import type { IdentifiedKind, SearchedKind } from '../../ports/search.ts';

/** The kinds of records that a search finds. */
export type SearchKind = SearchedKind | IdentifiedKind | 'request';

/** A record that a search found. */
export interface SearchHit {
  readonly kind: SearchKind;
  /**
   * The last part of its address: account code, uuid, invoice number with its prefix, coupon code, id of a gift card,
   * id of a request or of what is found by its id alone.
   */
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** The customer of what is found by its id alone. */
  readonly account_code?: string | null;
  /** The whole text is an identifier of the record. */
  readonly exact: boolean;
}

/** The records of one kind. */
export interface SearchGroup {
  readonly kind: SearchKind;
  /** The number of records that were found. */
  readonly count: number;
  /** There are more records than were counted. */
  readonly more: boolean;
  readonly hits: readonly SearchHit[];
}

export interface SearchResult {
  /** The text may have a card number, so nothing was searched: cards are found by their last four digits. */
  readonly card_number: boolean;
  /** Kinds of which something was found. */
  readonly groups: readonly SearchGroup[];
  /** The only record that the text identifies; null where it identifies none or several. */
  readonly exact: SearchHit | null;
}

/** The part of a search that an operator may see. */
export interface SearchLimits {
  /** Hits of each kind, at least 1. */
  readonly hits: number;
  /** Whether names, email addresses and other personal data may be searched and shown; else codes of accounts are. */
  readonly personal: boolean;
  /** Returns the word of a state; unless given, the state is shown as programs know it. */
  readonly stateWord?: (kind: SearchedKind, state: string) => string;
  /** The kinds that are searched; all if left out. */
  readonly kinds?: readonly SearchKind[];
}
