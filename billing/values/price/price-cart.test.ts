import { describe, expect, test } from 'vitest';
import { type Discount, type Line, type LineKind, type TaxRate, USUAL_ORDER } from './cart.ts';
import { priceCart } from './price-cart.ts';

const CALIFORNIA: TaxRate = { type: 'usst', region: 'CA', rate: '0.0875' };
const hungary: TaxRate = { type: 'vat', region: 'HU', rate: '0.27' };

let position = 0;
const line = (kind: LineKind, gross: number, more: Partial<Line> = {}): Line => ({
  kind,
  code: kind,
  position: position++,
  gross,
  rates: [],
  ...(kind === 'charge' || kind === 'undiscounted' ? {} : { plan: 'gold' }),
  ...more,
});

const everything = { plans: 'all', items: 'all', charges: true } as const;
const off = (value: Discount['off'], more: Partial<Discount> = {}): Discount => ({
  id: JSON.stringify(value),
  off: value,
  scope: everything,
  ...more,
});

const price = (lines: Line[], discounts: Discount[] = [], order = USUAL_ORDER) =>
  priceCart({ currency: 'USD', lines, discounts, order });

describe('worked examples', () => {
  test('A: a percent, a setup fee, tax', () => {
    const taxed = { rates: [CALIFORNIA] };
    const lines = [
      line('charge', 12_50, taxed),
      line('setup_fee', 5_00, taxed),
      line('plan', 59_97, taxed),
      line('add_on', 5_00, taxed),
    ];
    const plansOnly = { plans: 'all', items: [], charges: false } as const;
    const priced = price(lines, [off({ percent: 15 }, { scope: plansOnly })]);

    // 15 % of 59.97 and of 5.00 are 8.9955 and 0.75: together 9.7455, rounded once.
    expect(priced.lines.map(({ discount }) => discount)).toEqual([0, 0, 900, 75]);
    // 8.75 % of 72.72 is 6.363: rounded once, 6.36, as the lines rounded one by one also happen to add up to.
    expect(priced.lines.map(({ tax }) => tax)).toEqual([109, 44, 446, 37]);
    expect(priced).toMatchObject({ gross: 8247, discount: 975, subtotal: 7272, tax: 636, total: 7908 });
  });

  test('B: a fixed coupon on everything', () => {
    const taxed = { rates: [CALIFORNIA] };
    const lines = [
      line('setup_fee', 15_00, taxed),
      line('plan', 30_00, taxed),
      line('add_on', 7_00, taxed),
      line('charge', 10_00, taxed),
    ];
    const priced = price(lines, [off({ amount: 2000 })]);

    expect(priced.lines.map(({ discount }) => discount)).toEqual([1500, 500, 0, 0]);
    // 8.75 % of 42.00 is 3.675: rounded once, 3.68. Exact shares 2.1875, 0.6125, 0.875: floors leave 2 cents, for the
    // plan and the charge.
    expect(priced.lines.map(({ tax }) => tax)).toEqual([0, 219, 61, 88]);
    expect(priced).toMatchObject({ gross: 6200, discount: 2000, subtotal: 4200, tax: 368, total: 4568 });
  });

  test('Hungary: two lines of 27 % are rounded together', () => {
    const priced = price([line('plan', 5_79, { rates: [hungary] }), line('plan', 5_81, { rates: [hungary] })]);
    // 1.5633 + 1.5687 = 3.132
    expect(priced.lines.map(({ tax }) => tax)).toEqual([156, 157]);
    expect(priced.tax).toBe(313);
  });

  test('three of a thing are one line, not three roundings', () => {
    const rates = [{ type: 'vat', region: 'DE', rate: '0.19' }];
    expect(price([line('plan', 29_97, { rates })]).tax).toBe(569);
  });

  test.each([
    ['full', 6000],
    ['compounded', 5500],
  ] as const)('10 %% then 50 %% of 100.00, %s', (percents, discount) => {
    const discounts = [off({ percent: 10 }), off({ percent: 50 })];
    expect(price([line('plan', 100_00)], discounts, { first: 'percent', percents }).discount).toBe(discount);
  });
});

describe('discounts', () => {
  test('a percent is rounded once over its lines, and spread by largest remainder', () => {
    // 10 % of three times 0.15 is 0.045: 5 cents, not 2 + 2 + 2. Equal claims go to the first position.
    const lines = [
      line('plan', 15, { position: 3 }),
      line('plan', 15, { position: 1 }),
      line('plan', 15, { position: 2 }),
    ];
    expect(price(lines, [off({ percent: 10 })]).lines.map(({ discount }) => discount)).toEqual([1, 2, 2]);
  });

  test('percents never take from setup fees; nothing takes from what is not discounted', () => {
    const lines = [line('setup_fee', 1000), line('undiscounted', 1000), line('plan', 1000)];
    const discounts = (each: Discount) => price(lines, [each]).lines.map(({ discount }) => discount);
    expect(discounts(off({ percent: 100 }))).toEqual([0, 0, 1000]);
    expect(discounts(off({ amount: 9999 }))).toEqual([1000, 0, 1000]);
  });

  test('an amount is taken off setup fees, plans, add-ons, charges, and by code; what is left of it is lost', () => {
    const lines = [
      line('charge', 1000),
      line('add_on', 1000, { code: 'b' }),
      line('add_on', 1000, { code: 'a' }),
      line('plan', 1000),
      line('setup_fee', 1000),
    ];
    const discountsOf = (amount: number) => price(lines, [off({ amount })]).lines.map(({ discount }) => discount);
    expect(discountsOf(2500)).toEqual([0, 0, 500, 1000, 1000]);
    expect(discountsOf(4500)).toEqual([500, 1000, 1000, 1000, 1000]);
    expect(discountsOf(9900)).toEqual([1000, 1000, 1000, 1000, 1000]);
  });

  test('percents come before amounts, or after them, whatever was redeemed first', () => {
    const discounts = [off({ amount: 1000 }), off({ percent: 50 })];
    const taken = (first: 'percent' | 'amount') =>
      price([line('plan', 100_00)], discounts, { first, percents: 'full' }).lines[0]!.discounts.map(
        ({ amount }) => amount,
      );
    expect(taken('percent')).toEqual([1000, 5000]);
    expect(taken('amount')).toEqual([1000, 4500]); // 50 % of the 90.00 that the amount left
  });

  test('a line at zero takes nothing further', () => {
    const discounts = [
      off({ percent: 60 }, { id: 'a' }),
      off({ percent: 60 }, { id: 'b' }),
      off({ amount: 5 }, { id: 'c' }),
    ];
    const [only] = price([line('plan', 1000)], discounts, { first: 'percent', percents: 'full' }).lines;
    expect(only!.discounts).toEqual([
      { id: 'a', off: { percent: 60 }, of: 1000, amount: 600 },
      { id: 'b', off: { percent: 60 }, of: 1000, amount: 400 },
    ]);
  });

  test.each([
    ['a plan that is named', { plans: ['gold'], items: [], charges: false }, [100, 0, 100, 0, 0, 100]],
    ['an item that is named', { plans: [], items: ['mug'], charges: false }, [0, 0, 0, 0, 100, 0]],
    ['any item', { plans: [], items: 'all', charges: false }, [0, 0, 0, 0, 100, 100]],
    ['charges, where it names no items', { plans: [], items: [], charges: true }, [0, 0, 0, 100, 100, 0]],
    ['charges and another item', { plans: [], items: ['cap'], charges: true }, [0, 0, 0, 100, 0, 100]],
    ['nothing', { plans: [], items: [], charges: false }, [0, 0, 0, 0, 0, 0]],
  ] as const)('a scope of %s', (_, scope, expected) => {
    const lines = [
      line('plan', 1000),
      line('plan', 1000, { plan: 'silver' }),
      line('add_on', 1000),
      line('charge', 1000),
      line('charge', 1000, { item: 'mug' }),
      line('add_on', 1000, { item: 'cap' }),
    ];
    expect(price(lines, [off({ percent: 10 }, { scope })]).lines.map(({ discount }) => discount)).toEqual(expected);
  });

  test('a discount of one subscription leaves the others alone', () => {
    const lines = [
      line('plan', 1000, { subscription: 'a' }),
      line('plan', 1000, { subscription: 'b' }),
      line('charge', 1000),
    ];
    const discounts = [off({ percent: 10 }, { subscription: 'b' })];
    expect(price(lines, discounts).lines.map(({ discount }) => discount)).toEqual([0, 100, 0]);
  });
});

describe('tax', () => {
  const gst: TaxRate = { type: 'ca', region: 'GST', rate: '0.05' };
  const pst: TaxRate = { type: 'ca', region: 'PST', rate: '0.09975' };

  test('rates are added up before they are rounded, and share the tax of a line', () => {
    const priced = price([line('plan', 9_99, { rates: [gst, pst] })]);
    // 14.975 % of 9.99 is 1.496: 1.50. Exact shares 0.4995 and 0.9965: floors leave 2 cents, one for each.
    expect(priced.lines[0]!.taxes).toEqual([
      { rate: gst, amount: 50 },
      { rate: pst, amount: 100 },
    ]);
    expect(priced.tax).toBe(150);
  });

  test('one rounding for each combined rate, whatever the order of its rates and the zeros that end them', () => {
    const same = [
      { ...pst, rate: '0.099750' },
      { ...gst, rate: '0.050' },
    ];
    // 14.975 % of 0.03 is 0.0045, of 0.06 is 0.009.
    expect(price([line('plan', 3, { rates: [gst, pst] }), line('plan', 3, { rates: same })]).tax).toBe(1);
    expect(price([line('plan', 3, { rates: [gst, pst] }), line('plan', 3, { rates: [pst] })]).tax).toBe(0);
  });

  test('rates with equal claims to a cent are served by name, in whatever order they stand', () => {
    const [a, b] = [gst, { ...gst, region: 'HST' }];
    // 5 % of 0.10 is half a cent for each: together one.
    const amounts = (rates: TaxRate[]) =>
      price([line('plan', 10, { rates })]).lines[0]!.taxes.map(({ amount }) => amount);
    expect(amounts([a, b])).toEqual([1, 0]);
    expect(amounts([b, a])).toEqual([0, 1]);
  });

  test('tax is on what the discount leaves', () => {
    const priced = price([line('plan', 100_00, { rates: [CALIFORNIA] })], [off({ percent: 10 })]);
    expect(priced).toMatchObject({ subtotal: 9000, tax: 788, total: 9788 });
  });
});

test('lines and the reductions of each stand in the order of the cart', () => {
  const lines = [line('charge', 300), line('setup_fee', 100), line('plan', 200)];
  const priced = price(lines, [off({ amount: 150 }, { id: 'first' }), off({ percent: 50 }, { id: 'second' })]);
  expect(priced.lines.map((each) => each.line)).toEqual(lines);
  expect(priced.lines[2]!.discounts).toEqual([
    { id: 'first', off: { amount: 150 }, of: 100, amount: 50 },
    { id: 'second', off: { percent: 50 }, of: 200, amount: 100 },
  ]);
});

test.each([[1.5], [-0.5], [Number.NaN], [2 ** 53]])('a line of %d cents is refused', (gross) => {
  expect(() => price([line('plan', gross)])).toThrow(RangeError);
});
