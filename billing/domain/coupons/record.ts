import type { Coupon } from '../../resources/coupon.ts';
import type { Redemption } from '../../resources/redemption.ts';
import type { Seconds } from '../../values/time.ts';

export interface CouponRecord extends Coupon {
  /** UUIDv7; `id` is the number that clients see. */
  readonly key: string;
  /** Its code without regard to case. */
  readonly folded_code: string;
  /** The last second of `redeem_by_date`. */
  readonly redeemable_until: Seconds | null;
  /** Number of redemptions. Only `redeem` counts it; removed redemptions stay counted. */
  readonly redemption_count: number;
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
  /** Time at which this code alone was made inactive. */
  readonly deleted_at: Seconds | null;
}

/** The result of a look-up by code: a coupon, or one code of a bulk coupon. */
export interface FoundCoupon {
  readonly coupon: CouponRecord;
  readonly unique: UniqueCodeRecord | null;
}

export interface RedemptionRow extends Redemption {
  readonly account_id: string;
  readonly coupon_key: string;
  readonly unique_code_key: string | null;
  /** Null: all that the account buys. */
  readonly subscription_id: string | null;
  /** The end of a temporal coupon's window. */
  readonly active_until: Seconds | null;
  /** Time at which it was removed, replaced, or used up. */
  readonly ended_at: Seconds | null;
}

/** A redemption with data of other records that is read with it. */
export interface RedemptionRecord extends RedemptionRow {
  readonly account_code: string;
  readonly subscription_expired: boolean;
}
