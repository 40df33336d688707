import { expect, test } from 'vitest';
import { firstPeriod, RENEWAL } from './period.ts';
import type { QuantityPrice } from './selection.ts';
import { type SubscriptionTerms, subscriptionLines } from './subscription-lines.ts';

const tiers = [
  { ending: 2, unit: 3_00 },
  { ending: 999_999_999, unit: 2_00 },
];
const tiered: QuantityPrice = { model: 'tiered', tiers };

const terms: SubscriptionTerms = {
  plan: { code: 'gold', unit: 10_00, quantity: 3 },
  setupFee: 5_00,
  addons: [
    { code: 'seat', quantity: 3, price: tiered },
    { code: 'none', quantity: 0, price: tiered },
  ],
  rates: [{ type: 'vat', region: 'DE', rate: '0.19' }],
  inclusive: false,
  subscription: 'one',
};

const summary = (lines: ReturnType<typeof subscriptionLines>) =>
  lines.map(({ kind, code, position, quantity, unit, gross }) => [kind, code, position, quantity, unit, gross]);

test('setup fee, plan, and a line for each tier of an add-on, numbered on', () => {
  const lines = subscriptionLines(terms, firstPeriod(false), 7);
  expect(summary(lines)).toEqual([
    ['setup_fee', 'gold', 7, 1, 500, 500],
    ['plan', 'gold', 8, 3, 1000, 3000],
    ['add_on', 'seat', 9, 2, 300, 600],
    ['add_on', 'seat', 10, 1, 200, 200],
  ]);
  for (const line of lines) expect(line).toMatchObject({ plan: 'gold', subscription: 'one', rates: terms.rates });
});

test('in a trial only the setup fee costs; the rest is listed at 0', () => {
  expect(summary(subscriptionLines(terms, firstPeriod(true)))).toEqual([
    ['setup_fee', 'gold', 0, 1, 500, 500],
    ['plan', 'gold', 1, 3, 0, 0],
    ['add_on', 'seat', 2, 3, 0, 0],
  ]);
});

test('a renewal has no setup fee', () => {
  expect(subscriptionLines(terms, RENEWAL).map(({ kind }) => kind)).toEqual(['plan', 'add_on', 'add_on']);
});
