import { describe, expect, test } from 'vitest';
import { readTime } from '../../values/time.ts';
import { couponState, lastSecondOf, stateOf } from './coupon.ts';
import type { CouponRecord, FoundCoupon } from './record.ts';

const at = (text: string): number => readTime(text) ?? 0;

describe('the last second of a redeem_by_date, Pacific time', () => {
  test.each([
    ['a date', '2026-12-31', '2027-01-01T07:59:59Z'],
    ['a date in summer', '2026-07-04', '2026-07-05T06:59:59Z'],
    ['the day the clocks go back', '2026-11-01', '2026-11-02T07:59:59Z'],
    ['midnight UTC, as clients write a date', '2026-12-31T00:00:00Z', '2027-01-01T07:59:59Z'],
    ['a time, which is of the day it is there', '2026-12-31T05:00:00Z', '2026-12-31T07:59:59Z'],
    ['a time with an offset', '2026-12-31T23:59:59-08:00', '2027-01-01T07:59:59Z'],
    ['itself', '2027-01-01T07:59:59Z', '2027-01-01T07:59:59Z'],
  ])('%s: %s', (_, date, last) => {
    expect(lastSecondOf(at(date))).toBe(at(last));
  });
});

const NOW = at('2026-11-20T12:00:00Z');
const coupon = (changes: Partial<CouponRecord> = {}) =>
  ({
    deleted_at: null,
    redeemable_until: null,
    max_redemptions: null,
    redemption_count: 0,
    ...changes,
  }) as CouponRecord;

describe('a coupon', () => {
  test.each([
    ['redeemable', {}],
    ['redeemable', { redeemable_until: NOW }],
    ['expired', { redeemable_until: NOW - 1 }],
    ['redeemable', { max_redemptions: 2, redemption_count: 1 }],
    ['maxed_out', { max_redemptions: 2, redemption_count: 2 }],
    ['expired', { redeemable_until: NOW - 1, max_redemptions: 1, redemption_count: 1 }],
    ['inactive', { deleted_at: NOW, redeemable_until: NOW - 1, max_redemptions: 1, redemption_count: 1 }],
  ])('is %s with %j', (state, changes) => {
    expect(couponState(coupon(changes), NOW)).toBe(state);
  });

  test.each([
    ['redeemable', {}, {}],
    ['maxed_out', { redeemed_at: NOW }, { deleted_at: NOW }],
    ['inactive', { deleted_at: NOW }, {}],
    ['expired', {}, { redeemable_until: NOW - 1 }],
    ['maxed_out', {}, { max_redemptions: 1, redemption_count: 1 }],
  ])('makes a unique code %s with %j of %j', (state, changes, parent) => {
    const unique = { redeemed_at: null, deleted_at: null, ...changes } as FoundCoupon['unique'];
    expect(stateOf({ coupon: coupon(parent), unique }, NOW)).toBe(state);
  });
});
