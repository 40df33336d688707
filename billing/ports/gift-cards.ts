import type { GiftCard } from '../resources/gift-card.ts';
import type { Seconds } from '../time.ts';
import type { Listing } from './records.ts';

/** What of a gift card is written. */
export interface GiftCardRow extends GiftCard {
  /** UUIDv7; `id` is the number that clients see. */
  readonly key: string;
  readonly gifter_account_id: string;
  readonly recipient_account_id: string | null;
  readonly purchase_invoice_id: string | null;
  readonly redemption_invoice_id: string | null;
}

/** A gift card with what other records say of it when it is read. */
export interface GiftCardRecord extends GiftCardRow {
  readonly gifter_account_code: string;
  readonly recipient_account_code: string | null;
  /** Numbers of its invoices, as addresses have them. */
  readonly purchase_invoice: string | null;
  readonly redemption_invoice: string | null;
}

export interface GiftCardFilter {
  readonly gifter_account_code?: string;
  readonly recipient_account_code?: string;
}

export interface GiftCardRecords extends Listing<GiftCardRecord, GiftCardFilter> {
  find(id: number): Promise<GiftCardRecord | undefined>;
  /** Without regard to case. */
  byCode(redemptionCode: string): Promise<GiftCardRecord | undefined>;
  add(record: GiftCardRow): Promise<void>;
  save(record: GiftCardRow): Promise<void>;
  /** Takes its value; false when it was redeemed or canceled before, whoever else redeems just now. */
  redeem(key: string, at: Seconds): Promise<boolean>;
  /** Takes a redemption back that came to nothing. */
  unredeem(key: string): Promise<void>;
}
