import { expect, test } from 'vitest';
import type { SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import { subscriptionChanges } from './subscription-changes.ts';

const gold = {
  plan_code: 'gold',
  quantity: 1,
  unit_amount_in_cents: 1000,
  currency: 'USD',
  ramp_intervals: [],
  add_ons: [],
  collection_method: 'automatic',
  net_terms: 0,
  net_terms_type: 'net',
  remaining_pause_cycles: null,
  pending: null,
} as unknown as SubscriptionRecord;

test.each<[string, Partial<SubscriptionRecord>, object]>([
  ['plan', { plan_code: 'silver' }, { plan: { from: 'gold', to: 'silver' } }],
  ['price', { unit_amount_in_cents: 900 }, { price: { from: '10.00 USD', to: '9.00 USD' } }],
  [
    'ramp',
    { ramp_intervals: [{ starting_billing_cycle: 2, unit_amount_in_cents: 1200 }] },
    { ramp: { from: [], to: ['2: 12.00 USD'] } },
  ],
  ['pause', { remaining_pause_cycles: 2 }, { pause_cycles: { from: null, to: 2 } }],
])('a change of the %s is in the audit log', (_, changed, expected) => {
  expect(subscriptionChanges(gold, { ...gold, ...changed })).toEqual(expected);
});

test('what stays the same is not, and a change that waits counts as made', () => {
  expect(subscriptionChanges(gold, gold)).toBeNull();
  const pending = { ...gold, quantity: 3, at: 'bill_date' } as unknown as SubscriptionRecord['pending'];
  expect(subscriptionChanges(gold, { ...gold, pending })).toEqual({ quantity: { from: 1, to: 3 } });
});
