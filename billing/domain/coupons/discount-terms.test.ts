import { describe, expect, test } from 'vitest';
import type { Site } from '../../resources/site.ts';
import { discountOrder, discountTerms } from './discount-terms.ts';

const percent = {
  discount_type: 'percent',
  discount_percent: 15,
  discount_in_cents: null,
  applies_to_all_plans: true,
  applies_to_non_plan_charges: false,
  plan_codes: [],
  applies_to_all_items: false,
  item_codes: [],
} as const;
const dollars = {
  ...percent,
  discount_type: 'dollars',
  discount_percent: null,
  discount_in_cents: { USD: 500 },
  applies_to_all_plans: false,
  applies_to_non_plan_charges: true,
  plan_codes: ['gold'],
} as const;
const redeemed = { uuid: 'r1', subscription_id: null };

describe('what a redeemed coupon takes off', () => {
  test('a percent of everything in any currency', () => {
    expect(discountTerms(percent, redeemed, 'JPY')).toEqual({
      id: 'r1',
      off: { percent: 15 },
      scope: { plans: 'all', items: [], charges: false },
    });
  });

  test('an amount in its own currency, of the plans it names and of charges, for one subscription', () => {
    expect(discountTerms(dollars, { uuid: 'r1', subscription_id: 's1' }, 'USD')).toEqual({
      id: 'r1',
      off: { amount: 500 },
      scope: { plans: ['gold'], items: [], charges: true },
      subscription: 's1',
    });
  });

  test('nothing in another currency, nor for a free trial', () => {
    expect(discountTerms(dollars, redeemed, 'EUR')).toBeUndefined();
    expect(discountTerms({ ...dollars, discount_type: 'free_trial' }, redeemed, 'USD')).toBeUndefined();
  });
});

test.each([
  ['percent_first', 'compounded', { first: 'percent', percents: 'compounded' }],
  ['dollars_first', 'full', { first: 'amount', percents: 'full' }],
] as const)('several coupons: %s, %s', (coupon_order, several_percents, order) => {
  expect(discountOrder({ coupon_order, several_percents } as Site)).toEqual(order);
});
