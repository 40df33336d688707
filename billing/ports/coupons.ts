import type {
  CouponRecord,
  FoundCoupon,
  RedemptionRecord,
  RedemptionRow,
  UniqueCodeRecord,
} from '../domain/coupons/record.ts';
import type { Seconds } from '../values/time.ts';
import type { Listing } from './listing.ts';

export interface CouponFilter {
  readonly state?: 'redeemable' | 'expired' | 'maxed_out' | 'inactive';
  /** The moment that determines the state of a coupon, on the site's clock. */
  readonly at: Seconds;
}

export interface CouponRecords extends Listing<CouponRecord, CouponFilter> {
  /** Finds the newest coupon with this code, or else the coupon of this unique code. */
  find(code: string): Promise<FoundCoupon | undefined>;
  add(record: CouponRecord): Promise<void>;
  save(record: CouponRecord): Promise<void>;
  /** Increments the redemption count; false when it has reached `max_redemptions`, including concurrent redemptions. */
  redeem(key: string): Promise<boolean>;
  /** Releases a reserved redemption. */
  unredeem(key: string): Promise<void>;
  /** Renames a plan in the coupons for it, because its code has changed. */
  renamePlan(from: string, to: string, at: Seconds): Promise<void>;
  /** Renames an item in the coupons for it, because its code has changed. */
  renameItem(from: string, to: string, at: Seconds): Promise<void>;
  /** Finds a unique code by its key, whatever its state. */
  byKey(key: string): Promise<CouponRecord | undefined>;
  readonly codes: UniqueCodeRecords;
}

/** The unique codes of a coupon, counted. Each is one of the three. */
export interface CodeCounts {
  readonly redeemed: number;
  /** Made inactive before they were redeemed. */
  readonly revoked: number;
  readonly unused: number;
}

export interface UniqueCodeRecords extends Listing<UniqueCodeRecord, { readonly coupon_key: string }> {
  /** Adds codes to a coupon, and updates the coupon's count of them. */
  add(couponKey: string, records: readonly UniqueCodeRecord[]): Promise<void>;
  save(record: UniqueCodeRecord): Promise<void>;
  /** Marks it as redeemed; false when it was redeemed before, including by a concurrent request. */
  redeem(key: string, at: Seconds): Promise<boolean>;
  /** Releases a reserved redemption. */
  unredeem(key: string): Promise<void>;
  counts(couponKey: string): Promise<CodeCounts>;
  /** Makes all codes inactive that were not redeemed. Returns how many. */
  revokeUnused(couponKey: string, at: Seconds): Promise<number>;
}

export interface RedemptionFilter {
  readonly account_id?: string;
  readonly coupon_key?: string;
  readonly unique_code_key?: string;
  readonly subscription_id?: string;
  /** Lists only these. */
  readonly uuids?: readonly string[];
}

export interface RedemptionRecords extends Listing<RedemptionRecord, RedemptionFilter> {
  find(accountId: string, uuid: string): Promise<RedemptionRecord | undefined>;
  /** Those of an account that are in force at a moment of the site's clock, oldest first. */
  active(accountId: string, now: Seconds): Promise<readonly RedemptionRecord[]>;
  /** Returns the number of an account's redemptions of a coupon, removed ones included. */
  countOf(accountId: string, couponKey: string): Promise<number>;
  add(record: RedemptionRow): Promise<void>;
  save(record: RedemptionRow): Promise<void>;
}
