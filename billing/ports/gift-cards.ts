import type { GiftCardRecord, GiftCardRow } from '../domain/gift-cards/record.ts';
import type { Seconds } from '../values/time.ts';
import type { DueQuery } from './due.ts';
import type { Listing } from './listing.ts';

export interface GiftCardFilter {
  readonly gifter_account_code?: string;
  readonly recipient_account_code?: string;
}

export interface GiftCardRecords extends Listing<GiftCardRecord, GiftCardFilter> {
  find(id: number): Promise<GiftCardRecord | undefined>;
  byKey(key: string): Promise<GiftCardRecord | undefined>;
  /** Finds a gift card by its code, case-insensitively. */
  byCode(redemptionCode: string): Promise<GiftCardRecord | undefined>;
  add(record: GiftCardRow): Promise<void>;
  save(record: GiftCardRow): Promise<void>;
  /** Marks it as redeemed. False when a request, also a concurrent one, redeemed or canceled it, or it is not paid. */
  redeem(key: string, at: Seconds): Promise<boolean>;
  /** Releases a reserved redemption. */
  unredeem(key: string): Promise<void>;
  /** Those that are paid, and whose e-mail was scheduled for later or had to wait for the payment. */
  readonly dueForDelivery: DueQuery;
  /** Those that are paid, and were not redeemed or canceled within the days after which the site earns their value. */
  readonly dueForBreakage: DueQuery;
}
