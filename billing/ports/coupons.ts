import type {
  CouponRecord,
  FoundCoupon,
  RedemptionRecord,
  RedemptionRow,
  UniqueCodeRecord,
} from '../coupons/record.ts';
import type { Seconds } from '../time.ts';
import type { Listing } from './listing.ts';

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
