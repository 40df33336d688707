import { describe, expect, test } from 'vitest';
import type { TaxRate } from './cart.ts';
import { quote } from './quote.ts';
import type { AddonTerms, AmountsByCurrency, PlanTerms, PricingSelection } from './selection.ts';

const CALIFORNIA: TaxRate = { type: 'usst', region: 'CA', rate: '0.0875' };

const addon = (code: string, unit: number): AddonTerms => ({ code, usage: false, price: { model: 'flat', unit } });

const plan = (unit: number, setupFee: number, more: Partial<PlanTerms> = {}): PlanTerms => ({
  code: 'gold',
  unit,
  setupFee,
  trial: false,
  addons: [],
  ...more,
});

const choose = (more: Partial<PricingSelection>) =>
  quote({ currency: 'USD', quantity: 1, addons: {}, taxes: [], ...more });

const percent = (value: number, singleUse = false) => ({ off: { percent: value }, singleUse });
const fixed = (amount: number, singleUse = false) => ({ off: { amount }, singleUse });
const gift = (amount: number, currency = 'USD') => ({ currency, amount });

describe('the vectors of the browser reference', () => {
  const P = plan(19_99, 2_00, { addons: [addon('snarf', 1_00)] });
  const T = plan(49_00, 2_00, { trial: true });
  type Row = [string, Partial<PricingSelection>, (number | undefined)[], (number | undefined)[]];

  // now: addons, discount, setup fee, tax, gift card, subtotal, total; next: subtotal, discount, tax, gift card, total
  const rows: Row[] = [
    ['P', { plan: P }, [0, 0, 200, 0, undefined, 2199, 2199], [1999, 0, 0, undefined, 1999]],
    [
      'P × 3, snarf × 2',
      { plan: P, quantity: 3, addons: { snarf: 2 } },
      [200, 0, 200, 0, undefined, 6397, 6397],
      [6197, 0, 0, undefined, 6197],
    ],
    ['P × 0', { plan: P, quantity: 0 }, [0, 0, 0, 0, undefined, 0, 0], [0, 0, 0, undefined, 0]],
    [
      'P, 15 %',
      { plan: P, coupon: percent(15) },
      [0, 300, 200, 0, undefined, 1899, 1899],
      [1699, 300, 0, undefined, 1699],
    ],
    [
      'P, 20.00 fixed',
      { plan: P, coupon: fixed(2000) },
      [0, 2000, 200, 0, undefined, 199, 199],
      [0, 1999, 0, undefined, 0],
    ],
    [
      'P, 20.00 fixed, single use',
      { plan: P, coupon: fixed(2000, true) },
      [0, 2000, 200, 0, undefined, 199, 199],
      [1999, 0, 0, undefined, 1999],
    ],
    [
      'P, tax',
      { plan: P, taxes: [CALIFORNIA] },
      [0, 0, 200, 192, undefined, 2199, 2391],
      [1999, 0, 175, undefined, 2174],
    ],
    [
      'P, tax, gift card 20',
      { plan: P, taxes: [CALIFORNIA], giftCard: gift(2000) },
      [0, 0, 200, 192, 2000, 2199, 391],
      [1999, 0, 175, 0, 2174],
    ],
    [
      // 100.00 - 23.91 leaves more than the 21.74 of the next cycle.
      'P, tax, gift card 100',
      { plan: P, taxes: [CALIFORNIA], giftCard: gift(10000) },
      [0, 0, 200, 192, 2391, 2199, 0],
      [1999, 0, 175, 2174, 0],
    ],
    ['T', { plan: T }, [0, 0, 200, 0, undefined, 200, 200], [4900, 0, 0, undefined, 4900]],
    [
      'T, 20.00 fixed, single use',
      { plan: T, coupon: fixed(2000, true) },
      [0, 200, 200, 0, undefined, 0, 0],
      [4900, 0, 0, undefined, 4900],
    ],
    [
      'T, 15 %, single use',
      { plan: T, coupon: percent(15, true) },
      [0, 0, 200, 0, undefined, 200, 200],
      [4165, 735, 0, undefined, 4165],
    ],
    [
      'P, free trial',
      { plan: P, coupon: { off: { amount: 0 }, freeTrial: true, singleUse: true } },
      [0, 0, 200, 0, undefined, 200, 200],
      [1999, 0, 0, undefined, 1999],
    ],
  ];

  test.each(rows)('%s', (_, chosen, now, next) => {
    const price = choose(chosen);
    const of = ({ addons, discount, setup_fee, tax, gift_card, subtotal, total }: AmountsByCurrency) => [
      addons,
      discount,
      setup_fee,
      tax,
      gift_card,
      subtotal,
      total,
    ];
    expect(of(price.now)).toEqual(now);
    const [subtotal, discount, tax, card, total] = next;
    expect(price.next).toMatchObject({ subtotal, discount, tax, total, setup_fee: 0 });
    expect(price.next.gift_card).toBe(card);
  });
});

describe('the calculator examples of the pricing reference', () => {
  const tax = { taxes: [CALIFORNIA] };
  const C = { plan: plan(20_00, 2_00), coupon: percent(20, true), ...tax };
  type Row = [string, Partial<PricingSelection>, Partial<AmountsByCurrency>, Partial<AmountsByCurrency>];

  const rows: Row[] = [
    [
      'A',
      {
        plan: plan(19_99, 5_00, { addons: [addon('a', 2_50)] }),
        quantity: 3,
        addons: { a: 2 },
        coupon: percent(15),
        ...tax,
      },
      { plan: 5997, addons: 500, setup_fee: 500, discount: 975, subtotal: 6022, tax: 527, total: 6549 },
      { discount: 975, subtotal: 5522, tax: 483, total: 6005 },
    ],
    [
      'B',
      { plan: plan(15_00, 10_00, { addons: [addon('a', 7_00)] }), addons: { a: 1 }, coupon: fixed(2000) },
      { discount: 2000, subtotal: 1200, total: 1200 },
      { discount: 2000, total: 200 },
    ],
    ['C', C, { discount: 400, subtotal: 1800, tax: 158, total: 1958 }, { discount: 0, tax: 175, total: 2175 }],
    [
      'D',
      { ...C, plan: plan(20_00, 2_00, { trial: true }) },
      { plan: 0, discount: 0, subtotal: 200, tax: 18, total: 218 },
      { discount: 400, subtotal: 1600, tax: 140, total: 1740 },
    ],
    [
      'E',
      { plan: plan(20_00, 2_00, { trial: true }), coupon: fixed(500, true) },
      { discount: 200, total: 0 },
      { discount: 0, total: 2000 },
    ],
    [
      'F',
      { plan: plan(20_00, 2_00), giftCard: gift(4000), ...tax },
      { tax: 193, gift_card: 2393, total: 0 },
      { tax: 175, gift_card: 1607, total: 568 },
    ],
    [
      'G',
      { plan: plan(20_00, 2_00), quantity: 0 },
      { plan: 0, addons: 0, setup_fee: 0, discount: 0, subtotal: 0, tax: 0, total: 0 },
      { plan: 0, addons: 0, setup_fee: 0, discount: 0, subtotal: 0, tax: 0, total: 0 },
    ],
    [
      'H',
      { plan: plan(20_00, 0), giftCard: gift(1500) },
      { gift_card: 1500, total: 500 },
      { gift_card: 0, total: 2000 },
    ],
    [
      'I',
      {
        plan: plan(9_99, 0),
        taxes: [
          { type: 'ca', region: 'GST', rate: '0.05' },
          { type: 'ca', region: 'PST', rate: '0.09975' },
        ],
      },
      { tax: 150, total: 1149 },
      { tax: 150, total: 1149 },
    ],
  ];

  test.each(rows)('%s', (_, chosen, now, next) => {
    expect(choose(chosen)).toMatchObject({ now, next });
  });
});

describe('what the examples leave open', () => {
  const tiers = [
    { ending: 10, unit: 10_00 },
    { ending: 20, unit: 9_00 },
    { ending: 999_999_999, unit: 8_00 },
  ];
  const addons: AddonTerms[] = [
    addon('flat', 1_00),
    { code: 'tiered', usage: false, price: { model: 'tiered', tiers } },
    { code: 'volume', usage: false, price: { model: 'volume', tiers } },
    { code: 'stairs', usage: false, price: { model: 'stairstep', tiers } },
    { code: 'metered', usage: true, price: { model: 'flat', unit: 1_00 } },
  ];

  test('every fixed add-on has its unit price, chosen or not; only the chosen ones cost', () => {
    const price = choose({ plan: plan(10_00, 1_00, { addons }), addons: { tiered: 25, volume: 11, metered: 7 } });
    expect(price.base).toEqual({
      plan: { unit: 1000, setup_fee: 100 },
      addons: { flat: 100, tiered: 800, volume: 900, stairs: 1000 },
    });
    // 10 × 10.00 + 10 × 9.00 + 5 × 8.00, and 11 × 9.00
    expect(price.addons).toEqual({ tiered: 23000, volume: 9900 });
    expect(price.next.addons).toBe(32900);
  });

  test('without any of the plan its add-ons are worth nothing, though it keeps its own price', () => {
    const price = choose({ plan: plan(10_00, 1_00, { addons }), quantity: 0, addons: { flat: 2 } });
    expect(price.base.plan).toEqual({ unit: 1000, setup_fee: 100 });
    expect(price.base.addons).toEqual({ flat: 0, tiered: 0, volume: 0, stairs: 0 });
    expect(price.addons).toEqual({ flat: 0 });
  });

  test('nothing chosen costs nothing', () => {
    const nothing = { subtotal: 0, plan: 0, addons: 0, setup_fee: 0, discount: 0, tax: 0, total: 0 };
    expect(choose({ taxes: [CALIFORNIA] })).toEqual({
      now: nothing,
      next: nothing,
      base: { plan: {}, addons: {} },
      addons: {},
    });
  });

  test('amounts of tax given by the page stand in for every sum, but never below nothing', () => {
    const price = choose({ plan: plan(10_00, 0), taxes: [CALIFORNIA], taxAmounts: { now: 123, next: -1 } });
    expect(price.now).toMatchObject({ tax: 123, total: 1123 });
    expect(price.next).toMatchObject({ tax: 0, total: 1000 });
  });

  test('a gift card in another currency pays nothing', () => {
    const price = choose({ plan: plan(10_00, 0), giftCard: gift(500, 'EUR') });
    expect(price.now).toMatchObject({ gift_card: 0, total: 1000 });
  });

  test('codes that every object answers to are no choice', () => {
    const odd = ['constructor', '__proto__', 'toString'].map((code) => addon(code, 1_00));
    const price = choose({ plan: plan(10_00, 0, { addons: odd }), addons: { toString: 2 } });
    expect(price.now.addons).toBe(200);
    expect(Object.keys(price.base.addons)).toEqual(['constructor', '__proto__', 'toString']);
  });

  test('a sum beyond what can be billed is refused', () => {
    expect(() => choose({ plan: plan(10_000_000, 0), quantity: 999_999_999 })).toThrow(RangeError);
  });
});
