import type { Coupon } from '../resources/coupon.ts';
import type { Redemption } from '../resources/redemption.ts';
import type { Seconds } from '../time.ts';
import type { Listing } from './records.ts';

export interface CouponRecord extends Coupon {
  /** UUIDv7; `id` is the number that clients see. */
  readonly key: string;
  /** Its code without regard to case. */
  readonly folded_code: string;
  /** The last second of `redeem_by_date`. */
  readonly redeemable_until: Seconds | null;
  /** How often it was redeemed. Counted by `redeem` alone; removed redemptions stay counted. */
  readonly redeemed: number;
}

/** One code of a bulk coupon. It works once. */
export interface UniqueCodeRecord {
  /** UUIDv7. */
  readonly key: string;
  readonly coupon_key: string;
  readonly id: number;
  readonly coupon_code: string;
  readonly folded_code: string;
  readonly redeemed_at: Seconds | null;
  readonly created_at: Seconds;
  readonly updated_at: Seconds;
  /** When it was made inactive, alone. */
  readonly deleted_at: Seconds | null;
}

/** What a code leads to: a coupon, or one code of a bulk coupon. */
export interface FoundCoupon {
  readonly coupon: CouponRecord;
  readonly unique: UniqueCodeRecord | null;
}

export interface CouponFilter {
  readonly state?: 'redeemable' | 'expired' | 'maxed_out' | 'inactive';
  /** What states are judged by: the site's clock. */
  readonly now: Seconds;
}

export interface CouponRecords extends Listing<CouponRecord, CouponFilter> {
  /** By its own code, the newest of that code; else by a unique code. */
  find(code: string): Promise<FoundCoupon | undefined>;
  add(record: CouponRecord): Promise<void>;
  save(record: CouponRecord): Promise<void>;
  /** Counts a redemption; false when there are `max_redemptions` already, whoever else redeems just now. */
  redeem(key: string): Promise<boolean>;
  /** Takes a redemption back that came to nothing. */
  unredeem(key: string): Promise<void>;
  /** A plan has another code: coupons for it name that one from now on. */
  renamePlan(from: string, to: string, at: Seconds): Promise<void>;
  /** By its key, whatever its state. */
  byKey(key: string): Promise<CouponRecord | undefined>;
  readonly codes: UniqueCodeRecords;
}

export interface UniqueCodeRecords extends Listing<UniqueCodeRecord, { readonly coupon_key: string }> {
  /** Adds codes to a coupon, and counts them there. */
  add(couponKey: string, records: readonly UniqueCodeRecord[]): Promise<void>;
  save(record: UniqueCodeRecord): Promise<void>;
  /** False when it was redeemed before, whoever else redeems just now. */
  redeem(key: string, at: Seconds): Promise<boolean>;
  /** Takes a redemption back that came to nothing. */
  unredeem(key: string): Promise<void>;
}

export interface RedemptionRow extends Redemption {
  readonly account_id: string;
  readonly coupon_key: string;
  readonly unique_code_key: string | null;
  /** Null: all that the account buys. */
  readonly subscription_id: string | null;
  /** The end of a temporal coupon's window. */
  readonly active_until: Seconds | null;
  /** When it was removed, replaced, or used up. */
  readonly ended_at: Seconds | null;
}

/** A redemption with what other records say of it when it is read. */
export interface RedemptionRecord extends RedemptionRow {
  readonly account_code: string;
  readonly subscription_expired: boolean;
}

export interface RedemptionFilter {
  readonly account_id?: string;
  readonly coupon_key?: string;
  readonly unique_code_key?: string;
  readonly subscription_id?: string;
  /** Only these. */
  readonly uuids?: readonly string[];
}

export interface RedemptionRecords extends Listing<RedemptionRecord, RedemptionFilter> {
  find(accountId: string, uuid: string): Promise<RedemptionRecord | undefined>;
  /** Those of an account that are in force at a moment of the site's clock, oldest first. */
  active(accountId: string, now: Seconds): Promise<readonly RedemptionRecord[]>;
  /** How often an account redeemed a coupon, removed redemptions included. */
  countOf(accountId: string, couponKey: string): Promise<number>;
  add(record: RedemptionRow): Promise<void>;
  save(record: RedemptionRow): Promise<void>;
}
