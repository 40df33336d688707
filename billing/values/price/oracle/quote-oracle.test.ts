import { expect, test } from 'vitest';
import type { TaxRate } from '../cart.ts';
import type { CouponTerms } from '../selection.ts';
import { oracleOfQuote } from './quote-oracle.ts';
import type { Chosen, ChosenPlan } from './selections.fixture.ts';

const CALIFORNIA: TaxRate = { type: 'usst', region: 'CA', rate: '0.0875' };
const NAMES = ['plan', 'addons', 'setup_fee', 'discount', 'subtotal', 'tax', 'gift_card', 'total'] as const;
const plan = (unit: number, setupFee: number, more: Partial<ChosenPlan> = {}): ChosenPlan => ({
  code: 'gold',
  unit,
  setupFee,
  trial: false,
  taxExempt: false,
  addons: [],
  ...more,
});
const addon = (code: string, unit: number) => ({ code, usage: false, price: { model: 'flat' as const, unit } });
const select = (chosen: ChosenPlan, more: Partial<Chosen> = {}): Chosen => ({
  currency: 'USD',
  plan: chosen,
  quantity: 1,
  addons: {},
  taxes: [],
  ...more,
});
const off = (terms: CouponTerms['off'], singleUse = false) => ({ coupon: { off: terms, singleUse } });
const gift = (amount: number) => ({ giftCard: { currency: 'USD', amount } });
const quoted = (selection: Chosen) => {
  const { now, next } = oracleOfQuote(selection);
  return [now, next].map((amounts) => NAMES.map((name) => amounts[name]));
};
const none = undefined;

const P = plan(19_99, 2_00, { addons: [addon('snarf', 1_00)] });
const T = plan(49_00, 2_00, { trial: true });
const taxed = { taxes: [CALIFORNIA] };

test.each<[string, Chosen, (number | undefined)[], (number | undefined)[]]>([
  // plan, addons, setup fee, discount, subtotal, tax, gift card, total
  ['P', select(P), [1999, 0, 200, 0, 2199, 0, none, 2199], [1999, 0, 0, 0, 1999, 0, none, 1999]],
  [
    'P x 3, snarf x 2',
    select(P, { quantity: 3, addons: { snarf: 2 } }),
    [5997, 200, 200, 0, 6397, 0, none, 6397],
    [5997, 200, 0, 0, 6197, 0, none, 6197],
  ],
  ['P x 0', select(P, { quantity: 0 }), [0, 0, 0, 0, 0, 0, none, 0], [0, 0, 0, 0, 0, 0, none, 0]],
  [
    'P, 15 %',
    select(P, off({ percent: 15 })),
    [1999, 0, 200, 300, 1899, 0, none, 1899],
    [1999, 0, 0, 300, 1699, 0, none, 1699],
  ],
  [
    'P, 20.00 fixed',
    select(P, off({ amount: 2000 })),
    [1999, 0, 200, 2000, 199, 0, none, 199],
    [1999, 0, 0, 1999, 0, 0, none, 0],
  ],
  [
    'P, 20.00 fixed, single use',
    select(P, off({ amount: 2000 }, true)),
    [1999, 0, 200, 2000, 199, 0, none, 199],
    [1999, 0, 0, 0, 1999, 0, none, 1999],
  ],
  ['P, tax', select(P, taxed), [1999, 0, 200, 0, 2199, 192, none, 2391], [1999, 0, 0, 0, 1999, 175, none, 2174]],
  [
    'P, tax, gift card 20',
    select(P, { ...taxed, ...gift(2000) }),
    [1999, 0, 200, 0, 2199, 192, 2000, 391],
    [1999, 0, 0, 0, 1999, 175, 0, 2174],
  ],
  [
    'P, tax, gift card 100',
    select(P, { ...taxed, ...gift(10_000) }),
    [1999, 0, 200, 0, 2199, 192, 2391, 0],
    [1999, 0, 0, 0, 1999, 175, 2174, 0],
  ],
  ['T', select(T), [0, 0, 200, 0, 200, 0, none, 200], [4900, 0, 0, 0, 4900, 0, none, 4900]],
  [
    'T, 20.00 fixed, single use',
    select(T, off({ amount: 2000 }, true)),
    [0, 0, 200, 200, 0, 0, none, 0],
    [4900, 0, 0, 0, 4900, 0, none, 4900],
  ],
  [
    'T, 15 %, single use',
    select(T, off({ percent: 15 }, true)),
    [0, 0, 200, 0, 200, 0, none, 200],
    [4900, 0, 0, 735, 4165, 0, none, 4165],
  ],
  [
    'P, free trial',
    select(P, { coupon: { off: { amount: 0 }, freeTrial: true, singleUse: false } }),
    [0, 0, 200, 0, 200, 0, none, 200],
    [1999, 0, 0, 0, 1999, 0, none, 1999],
  ],
])('of the documented vectors: %s', (_, selection, now, next) => {
  expect(quoted(selection)).toEqual([now, next]);
});

const U = plan(20_00, 2_00);
test.each<[string, Chosen, object, object]>([
  [
    'A',
    select(plan(19_99, 5_00, { addons: [addon('extra', 2_50)] }), {
      quantity: 3,
      addons: { extra: 2 },
      ...off({ percent: 15 }),
      ...taxed,
    }),
    { plan: 5997, addons: 500, setup_fee: 500, discount: 975, subtotal: 6022, tax: 527, total: 6549 },
    { discount: 975, subtotal: 5522, tax: 483, total: 6005 },
  ],
  [
    'B',
    select(plan(15_00, 10_00, { addons: [addon('extra', 7_00)] }), {
      addons: { extra: 1 },
      ...off({ amount: 2000 }),
    }),
    { discount: 2000, subtotal: 1200, total: 1200 },
    { discount: 2000, total: 200 },
  ],
  [
    'C',
    select(U, { ...off({ percent: 20 }, true), ...taxed }),
    { discount: 400, subtotal: 1800, tax: 158, total: 1958 },
    { discount: 0, tax: 175, total: 2175 },
  ],
  [
    'D',
    select({ ...U, trial: true }, { ...off({ percent: 20 }, true), ...taxed }),
    { plan: 0, discount: 0, subtotal: 200, tax: 18, total: 218 },
    { discount: 400, subtotal: 1600, tax: 140, total: 1740 },
  ],
  [
    'E',
    select({ ...U, trial: true }, off({ amount: 500 }, true)),
    { discount: 200, total: 0 },
    { discount: 0, total: 2000 },
  ],
  [
    'F',
    select(U, { ...taxed, ...gift(4000) }),
    { tax: 193, gift_card: 2393, total: 0 },
    { tax: 175, gift_card: 1607, total: 568 },
  ],
  ['G', select(U, { quantity: 0 }), { setup_fee: 0, total: 0 }, { total: 0 }],
  ['H', select(plan(20_00, 0), gift(1500)), { gift_card: 1500, total: 500 }, { gift_card: 0, total: 2000 }],
  [
    'I',
    select(plan(9_99, 0), { taxes: ['0.05', '0.09975'].map((rate) => ({ type: 'ca', region: rate, rate })) }),
    { tax: 150, total: 1149 },
    { tax: 150, total: 1149 },
  ],
])('of the documented examples: %s', (_, selection, now, next) => {
  expect(oracleOfQuote(selection)).toMatchObject({ now, next });
});

test.each([
  ['tiered', 150, 125_00, 50],
  ['volume', 25, 225_00, 9_00],
  ['volume', 20, 200_00, 10_00],
  ['volume', 21, 189_00, 9_00],
  ['stairstep', 25, 150_00, 150_00],
] as const)('of %s add-ons: %i', (model, quantity, total, unit) => {
  const tiers = {
    tiered: [
      { ending: 100, unit: 1_00 },
      { ending: 999_999_999, unit: 50 },
    ],
    volume: [
      { ending: 20, unit: 10_00 },
      { ending: 999_999_999, unit: 9_00 },
    ],
    stairstep: [
      { ending: 10, unit: 50_00 },
      { ending: 20, unit: 100_00 },
      { ending: 999_999_999, unit: 150_00 },
    ],
  }[model];
  const chosen = plan(10_00, 0, { addons: [{ code: 'seats', usage: false, price: { model, tiers } }] });
  const quote = oracleOfQuote(select(chosen, { addons: { seats: quantity } }));
  expect([quote.addons.seats, quote.base.addons.seats]).toEqual([total, unit]);
});
