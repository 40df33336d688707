import { expect, test } from 'vitest';
import { addOn } from '../../resources/add-on.ts';
import { plan } from '../../resources/plan.ts';
import { recordDifference } from './catalogue-difference.ts';

const gold = {
  id: 'a',
  plan_code: 'gold',
  name: 'Gold',
  description: null,
  plan_interval_length: 1,
  unit_amount_in_cents: { USD: 500, JPY: 900 },
  setup_fee_in_cents: { USD: 0, JPY: 0 },
  created_at: 1,
};
const compare = (target: object | undefined, source: object = gold, currencies = ['USD', 'EUR']) =>
  recordDifference({ table: plan, source, target, currencies });

test('a record that is missing is new, with amounts in the currencies of the other site', () => {
  const { outcome, input } = compare(undefined);
  expect(outcome).toBe('new');
  expect(input).toMatchObject({
    plan_code: 'gold',
    unit_amount_in_cents: { USD: 500 },
    setup_fee_in_cents: { USD: 0 },
  });
  expect(input).not.toHaveProperty('id');
  expect(input).not.toHaveProperty('created_at');
});

test('a record without a price in any of them cannot be copied', () => {
  expect(compare(undefined, gold, ['EUR']).outcome).toBe('blocked');
});

test('amounts of the other site in further currencies are no difference', () => {
  const target = { ...gold, id: 'b', description: '', unit_amount_in_cents: { EUR: 450, USD: 500 }, created_at: 2 };
  expect(compare(target)).toEqual({ outcome: 'unchanged', changes: {}, input: {} });
});

test('what differs is sent alone', () => {
  expect(compare({ ...gold, name: 'Old', unit_amount_in_cents: { EUR: 450, USD: 400 } })).toEqual({
    outcome: 'changed',
    changes: {
      name: { from: 'Old', to: 'Gold' },
      unit_amount_in_cents: { from: { EUR: 450, USD: 400 }, to: { EUR: 450, USD: 500 } },
    },
    input: { name: 'Gold', unit_amount_in_cents: { USD: 500 } },
  });
});

test('a difference in what is written once cannot be copied', () => {
  expect(compare({ ...gold, plan_interval_length: 12 }).outcome).toBe('blocked');
});

test('tiers are compared as a whole, in the currencies of the other site', () => {
  const tiers = (cents: number) => [{ ending_quantity: 9, unit_amount_in_cents: { USD: cents, JPY: 3 } }];
  const compared = (cents: number) =>
    recordDifference({
      table: addOn,
      source: { tiers: tiers(5) },
      target: { tiers: [{ ending_quantity: 9, unit_amount_in_cents: { USD: cents } }] },
      currencies: ['USD'],
    });
  expect(compared(5).outcome).toBe('unchanged');
  expect(compared(4)).toMatchObject({
    outcome: 'changed',
    input: { tiers: [{ ending_quantity: 9, unit_amount_in_cents: { USD: 5 } }] },
  });
});
