import { describe, expect, it, test } from 'vitest';
import { type Discount, USUAL_ORDER } from '../../values/price/cart.ts';
import type { SubscriptionRecord } from '../subscriptions/record.ts';
import { addOn, sold } from '../subscriptions/testing/subscription.ts';
import { monthlyRevenue, recurringTerms } from './mrr.ts';

const of = (changes: Partial<SubscriptionRecord>, discounts: readonly Discount[] = []): number =>
  monthlyRevenue(
    { ...sold('2024-01-31'), unit_amount_in_cents: 3000, quantity: 1, ...changes },
    discounts,
    USUAL_ORDER,
  );
const off = (id: string, how: Discount['off'], plans: 'all' | string[] = 'all', subscription?: string): Discount => ({
  id,
  off: how,
  scope: { plans, items: [], charges: false },
  ...(subscription ? { subscription } : {}),
});

describe('monthly recurring revenue', () => {
  test.each([
    ['a month', { interval_unit: 'months', interval_length: 1 }, 3000],
    ['a quarter', { interval_unit: 'months', interval_length: 3 }, 1000],
    ['a week', { interval_unit: 'days', interval_length: 7 }, 13_036],
    ['30 days', { interval_unit: 'days', interval_length: 30 }, 3042],
    ['a year of days', { interval_unit: 'days', interval_length: 365 }, 250],
  ] as const)('counts the price of %s by the month', (_, interval, cents) => {
    expect(of(interval)).toBe(cents);
  });

  it('leaves out the tax within a price, at the rate of the latest billing', () => {
    expect(of({ tax_inclusive: true, tax_rate: '0.19' })).toBe(2521);
    expect(of({ tax_inclusive: true, tax_rate: null })).toBe(3000);
    expect(of({ tax_inclusive: false, tax_rate: '0.19' })).toBe(3000);
  });

  it('counts fixed add-ons with their tiers, and no setup fee, usage or shipping fee', () => {
    const tiers = [
      { ending: 2, unit: 500 },
      { ending: 999_999_999, unit: 100 },
    ];
    const add_ons = [
      addOn('seats', { quantity: 3, unit_amount_in_cents: null, tier_type: 'tiered', tiers }),
      addOn('calls', { add_on_type: 'usage', unit_amount_in_cents: 9 }),
    ];
    expect(of({ add_ons, setup_fee_in_cents: 5000, shipping_amount_in_cents: 700 })).toBe(3000 + 1100);
  });

  it('takes coupons off as a renewal does: percentages first, an amount at most once and down to 0', () => {
    const { uuid, plan_code } = sold('2024-01-31');
    expect(of({}, [off('a', { amount: 500 }), off('b', { percent: 10 })])).toBe(2200);
    expect(of({}, [off('a', { amount: 9900 })])).toBe(0);
    expect(of({}, [off('a', { percent: 10 }, ['another'])])).toBe(3000);
    expect(of({}, [off('a', { percent: 10 }, [plan_code])])).toBe(2700);
    expect(of({}, [off('a', { percent: 10 }, 'all', 'another')])).toBe(3000);
    expect(of({}, [off('a', { percent: 10 }, 'all', uuid)])).toBe(2700);
    // A fixed coupon is taken off each period, whatever its length.
    expect(of({ interval_length: 12 }, [off('a', { amount: 600 })])).toBe(200);
  });

  it('is 0 unless the subscription is billed', () => {
    for (const state of ['future', 'paused', 'expired'] as const) expect(of({ state }), state).toBe(0);
    expect(of({ state: 'canceled' })).toBe(3000);
    const trial = sold('2024-01-31', { plan: { trial_interval_length: 30 } });
    expect(monthlyRevenue(trial, [], USUAL_ORDER)).toBe(0);
  });
});

test('the terms of a subscription change with everything that its revenue follows from, and with nothing else', () => {
  const before = sold('2024-01-31');
  const terms = recurringTerms(before);
  const same: Partial<SubscriptionRecord>[] = [
    { current_period_ends_at: 1, updated_at: 1, ramp_cycle: 2, state: 'canceled', tax_rate: '0.19' },
    {
      pending: null,
      setup_fee_in_cents: 1,
      shipping_amount_in_cents: 1,
      add_ons: [addOn('a', { add_on_type: 'usage' })],
    },
  ];
  for (const changes of same) expect(recurringTerms({ ...before, ...changes })).toBe(terms);
  const others: Partial<SubscriptionRecord>[] = [
    ...(['future', 'paused', 'expired'] as const).map((state) => ({ state })),
    { plan_code: 'other' },
    { unit_amount_in_cents: 1 },
    { quantity: 9 },
    { interval_length: 2 },
    { interval_unit: 'days' },
    { tax_inclusive: true, tax_rate: '0.19' },
    { add_ons: [addOn('seats', {})] },
  ];
  for (const changes of others)
    expect(recurringTerms({ ...before, ...changes }), JSON.stringify(changes)).not.toBe(terms);
});
