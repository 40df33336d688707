import { Failure, type Issue, type IssueReason, type IssueSymbol, refuse } from '../../values/failure.ts';
import type { Ids } from '../../values/ids.ts';
import { couponWindowEnd } from '../../values/periods/coupon-window.ts';
import { intervalOf } from '../../values/periods/interval.ts';
import type { Seconds } from '../../values/time.ts';
import { isRedeemable } from './coupon.ts';
import type { CouponRecord, FoundCoupon, RedemptionRecord, RedemptionRow } from './record.ts';

type Dated = Pick<RedemptionRecord, 'ended_at' | 'active_until' | 'subscription_expired'>;

export const redemptionState = (
  { ended_at, active_until, subscription_expired }: Dated,
  now: Seconds,
): 'active' | 'inactive' =>
  ended_at === null && (active_until === null || now < active_until) && !subscription_expired ? 'active' : 'inactive';

/** Returns a redemption as clients see it. */
export const redemptionView = (record: RedemptionRecord, now: Seconds) => ({
  ...record,
  state: redemptionState(record, now),
});

/**
 * Returns the end of a temporal coupon's window: an hour before the anniversary, so that the renewal on that day is not
 * discounted. Null if it has none.
 */
export const windowEnd = (
  { duration, temporal_unit, temporal_amount }: Pick<CouponRecord, 'duration' | 'temporal_unit' | 'temporal_amount'>,
  redeemedAt: Seconds,
): Seconds | null => {
  if (duration !== 'temporal' || temporal_unit === null || temporal_amount === null) return null;
  return couponWindowEnd(redeemedAt, intervalOf(temporal_amount, temporal_unit));
};

/** The account or subscription that a redemption is for. */
export interface RedemptionTarget {
  readonly account_id: string;
  /** Null: all that the account buys. */
  readonly subscription_id: string | null;
  readonly currency: string;
}

/** Returns a new redemption. */
export const newRedemption = (
  { uuid }: Pick<Ids, 'uuid'>,
  { coupon, unique }: FoundCoupon,
  { account_id, subscription_id, currency }: RedemptionTarget,
  at: Seconds,
): RedemptionRow => ({
  uuid: uuid(),
  account_id,
  subscription_id,
  currency,
  coupon_key: coupon.key,
  unique_code_key: unique?.key ?? null,
  coupon_code: unique?.coupon_code ?? coupon.coupon_code,
  single_use: coupon.duration === 'single_use',
  total_discounted_in_cents: 0,
  active_until: windowEnd(coupon, at),
  ended_at: null,
  created_at: at,
  updated_at: at,
});

/** A requested redemption, and the earlier ones of its account. */
export interface RequestedRedemption {
  readonly found: FoundCoupon;
  readonly currency: string;
  /** Whether it discounts any of the items bought. */
  readonly eligible: boolean;
  /** The subscription it is for; null: all that the account buys. */
  readonly subscription_id: string | null;
  /** Number of the account's earlier redemptions of this coupon, and all of its active redemptions. */
  readonly before: number;
  readonly active: readonly RedemptionRecord[];
}

const onCoupon = (name: string, symbol: IssueSymbol, reason?: IssueReason): Issue[] => [
  { field: `coupon.${name}`, symbol, ...(reason ? { reason } : {}) },
];

/**
 * Throws the first reason, in a fixed order, why a coupon cannot be redeemed: `coupon_not_redeemable`, or `Invalid`.
 */
export const refuseRedemption = (requested: RequestedRedemption, now: Seconds): void => {
  const { found, currency, eligible, subscription_id, before, active } = requested;
  const { coupon, unique } = found;
  if (!isRedeemable(found, now)) {
    throw new Failure('coupon_not_redeemable', { value: unique?.coupon_code ?? coupon.coupon_code });
  }
  if (coupon.discount_type === 'dollars' && coupon.discount_in_cents?.[currency] === undefined) {
    refuse(onCoupon('currency', 'invalid_currency'));
  }
  if (!eligible) refuse(onCoupon('base', 'invalid', 'coupon_does_not_apply'));
  if (coupon.max_redemptions_per_account !== null && before >= coupon.max_redemptions_per_account) {
    refuse(onCoupon('base', 'maxed_out_for_account'));
  }
  const alike = (one: RedemptionRecord): boolean =>
    one.coupon_key === coupon.key &&
    one.unique_code_key === (unique?.key ?? null) &&
    (one.subscription_id === null || one.subscription_id === subscription_id);
  if (active.some(alike)) refuse(onCoupon('base', 'taken'));
  if (coupon.redemption_resource === 'subscription' && subscription_id === null) {
    refuse([{ field: 'redemption.subscription_uuid', symbol: 'blank' }]);
  }
};
