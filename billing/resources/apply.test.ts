import { expect, test } from 'vitest';
import { addOn, NO_END } from './add-on.ts';
import { changes, filled, mergedAmounts } from './apply.ts';
import { plan } from './plan.ts';

test('amounts change currency by currency, and a nil one goes', () => {
  expect(mergedAmounts({ USD: 1, EUR: 2 }, { EUR: 3, GBP: 0 })).toEqual({ USD: 1, EUR: 3, GBP: 0 });
  expect(mergedAmounts({ USD: 1, EUR: 2 }, { USD: null, JPY: null })).toEqual({ EUR: 2 });
});

test('a new record has no currency that is nil, and its lists are whole records', () => {
  expect(filled(plan, { unit_amount_in_cents: { USD: 1, EUR: null } }).unit_amount_in_cents).toEqual({ USD: 1 });
  expect(filled(addOn, { tiers: [{ unit_amount_in_cents: { USD: 1 } }] }).tiers).toEqual([
    { ending_quantity: NO_END, unit_amount_in_cents: { USD: 1 } },
  ]);
});

test('what is cleared takes what stands in for it, and what is not sent stays', () => {
  expect(changes(plan, { unit_name: null, description: null, auto_renew: null })).toEqual({
    unit_name: 'unit',
    description: null,
    auto_renew: true,
  });
});
