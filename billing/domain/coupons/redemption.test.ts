import { describe, expect, test } from 'vitest';
import { readTime } from '../../values/time.ts';
import type { CouponRecord } from './record.ts';
import { redemptionState, windowEnd } from './redemption.ts';

const at = (text: string): number => readTime(text) ?? 0;

describe('the window of a temporal coupon ends an hour before the anniversary', () => {
  test.each([
    ['day', 10, '2026-11-20T12:00:00Z', '2026-11-30T11:00:00Z'],
    ['week', 2, '2026-11-20T12:00:00Z', '2026-12-04T11:00:00Z'],
    ['month', 3, '2026-11-30T12:00:00Z', '2027-02-28T11:00:00Z'],
    ['year', 1, '2028-02-29T12:00:00Z', '2029-02-28T11:00:00Z'],
  ] as const)('%s × %i', (temporal_unit, temporal_amount, from, to) => {
    expect(windowEnd({ duration: 'temporal', temporal_unit, temporal_amount }, at(from))).toBe(at(to));
  });

  test('and others have none', () => {
    const forever = { duration: 'forever', temporal_unit: null, temporal_amount: null } as const;
    expect(windowEnd(forever satisfies Pick<CouponRecord, 'duration'>, 0)).toBeNull();
  });
});

test.each([
  ['active', {}],
  ['active', { active_until: 101 }],
  ['inactive', { active_until: 100 }],
  ['inactive', { ended_at: 1 }],
  ['inactive', { subscription_expired: true }],
] as const)('a redemption is %s with %j', (state, changes) => {
  expect(redemptionState({ ended_at: null, active_until: null, subscription_expired: false, ...changes }, 100)).toBe(
    state,
  );
});
