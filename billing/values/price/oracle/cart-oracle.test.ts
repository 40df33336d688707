import { describe, expect, test } from 'vitest';
import { type Cart, type Discount, type Line, type LineKind, type TaxRate, USUAL_ORDER } from '../cart.ts';
import { oracleOfCart } from './cart-oracle.ts';
import { decimal, fraction, round } from './fraction.ts';
import { handOut } from './hand-out.ts';

const CALIFORNIA: TaxRate = { type: 'usst', region: 'CA', rate: '0.0875' };

const line = (kind: LineKind, gross: number, more: Partial<Line> = {}): Line => ({
  kind,
  code: kind,
  position: 0,
  gross,
  rates: [],
  ...(kind !== 'charge' && { plan: 'gold' }),
  ...more,
});

const EVERYTHING = { plans: 'all', items: 'all', charges: true } as const;

const coupon = (id: string, off: Discount['off'], more: Partial<Discount> = {}): Discount => ({
  id,
  off,
  scope: EVERYTHING,
  ...more,
});

const cart = (lines: readonly Line[], discounts: readonly Discount[], order = USUAL_ORDER): Cart => ({
  currency: 'USD',
  lines,
  discounts,
  order,
});

test('numbers are exact', () => {
  expect(['1.005', '2.4999', '2.5', '267.5'].map((text) => round(decimal(text)))).toEqual([1, 2, 3, 268]);
  expect(decimal('0.1')).toEqual(decimal('0.100'));
});

test('cents go to the largest fractions, and in turns where these are equal', () => {
  const thirds = [fraction(1n, 3n), fraction(2n, 3n), fraction(1n, 3n), fraction(2n, 3n)];
  expect(handOut(2, thirds, [0, 1, 2, 3])).toEqual([0, 1, 0, 1]);
  expect(handOut(1, thirds, [3, 2, 1, 0])).toEqual([0, 0, 0, 1]);
  expect(handOut(3, thirds, [2, 0, 1, 3])).toEqual([0, 1, 1, 1]);
  expect(() => handOut(5, thirds, [0, 1, 2, 3])).toThrow('No fraction is left');
});

describe('the worked examples of invoices ', () => {
  const amounts = (priced: ReturnType<typeof oracleOfCart>) =>
    priced.lines.map(({ line: { gross }, discount, net, tax, total }) => [gross, discount, net, tax, total]);

  test('A: percent, setup fee, tax', () => {
    const taxed = { rates: [CALIFORNIA] };
    const lines = [
      line('charge', 12_50, taxed),
      line('setup_fee', 5_00, taxed),
      line('plan', 59_97, taxed),
      line('add_on', 5_00, taxed),
    ];
    const onPlans = coupon('plans', { percent: 15 }, { scope: { plans: 'all', items: [], charges: false } });
    const priced = oracleOfCart(cart(lines, [onPlans]));
    expect(amounts(priced)).toEqual([
      [12_50, 0, 12_50, 1_09, 13_59],
      [5_00, 0, 5_00, 44, 5_44],
      [59_97, 9_00, 50_97, 4_46, 55_43],
      [5_00, 75, 4_25, 37, 4_62],
    ]);
    expect(priced).toMatchObject({ gross: 82_47, discount: 9_75, subtotal: 72_72, tax: 6_36, total: 79_08 });
  });

  test('B: a fixed amount on everything', () => {
    const taxed = { rates: [CALIFORNIA] };
    const lines = [
      line('setup_fee', 15_00, taxed),
      line('plan', 30_00, taxed),
      line('add_on', 7_00, taxed),
      line('charge', 10_00, taxed),
    ];
    const priced = oracleOfCart(cart(lines, [coupon('twenty', { amount: 20_00 })]));
    expect(priced.lines.map(({ discount, net, tax }) => [discount, net, tax])).toEqual([
      [15_00, 0, 0],
      [5_00, 25_00, 2_19],
      [0, 7_00, 61],
      // 42.00 x 8.75 % is 3.675, so 3.68 in one rounding.
      [0, 10_00, 88],
    ]);
    expect(priced.total).toBe(45_68);
  });

  test.each([
    ['percent', 'full', 60_00],
    ['percent', 'compounded', 55_00],
  ] as const)('10 and 50 percent, %s first, %s', (first, percents, discount) => {
    const coupons = [coupon('ten', { percent: 10 }), coupon('fifty', { percent: 50 })];
    expect(oracleOfCart(cart([line('plan', 100_00)], coupons, { first, percents })).discount).toBe(discount);
  });

  test('after the amounts, "full" means what they have left', () => {
    const coupons = [
      coupon('ten', { percent: 10 }),
      coupon('twenty off', { amount: 20_00 }),
      coupon('fifty', { percent: 50 }),
    ];
    const priced = oracleOfCart(cart([line('plan', 100_00)], coupons, { first: 'amount', percents: 'full' }));
    expect(priced.lines[0]!.discounts).toEqual([
      { id: 'ten', off: { percent: 10 }, of: 80_00, amount: 8_00 },
      { id: 'twenty off', off: { amount: 20_00 }, of: 100_00, amount: 20_00 },
      { id: 'fifty', off: { percent: 50 }, of: 80_00, amount: 40_00 },
    ]);
  });
});

test('what a coupon may touch', () => {
  const lines = [
    line('plan', 100, { plan: 'gold', subscription: 'one' }),
    line('plan', 100, { plan: 'gold', subscription: 'two', position: 1 }),
    line('plan', 100, { plan: 'silver', subscription: 'three' }),
    line('setup_fee', 100, { subscription: 'one' }),
    line('charge', 100, { item: 'mug' }),
    line('charge', 100, { item: 'cap', position: 1 }),
    line('charge', 100, { position: 2 }),
    line('undiscounted', 100),
  ];
  const touched = (more: Partial<Discount>, off: Discount['off'] = { percent: 50 }) =>
    oracleOfCart(cart(lines, [coupon('it', off, more)]))
      .lines.map(({ discount }) => (discount ? 1 : 0))
      .join('');
  expect(touched({})).toBe('11101110');
  expect(touched({ subscription: 'one' })).toBe('10000000');
  expect(touched({ subscription: 'one' }, { amount: 10_000 })).toBe('10010000');
  expect(touched({ scope: { plans: ['gold'], items: [], charges: false } })).toBe('11000000');
  expect(touched({ scope: { plans: [], items: ['cap'], charges: false } })).toBe('00000100');
  expect(touched({ scope: { plans: [], items: [], charges: true } })).toBe('00001110');
  expect(touched({ scope: { plans: [], items: ['mug'], charges: true } })).toBe('00001010');
});

test('the tax of a group goes to its lines, and within a line to its rates', () => {
  const state = { type: 'usst', region: 'CA', rate: '0.05' };
  const county = { type: 'usst', region: 'county', rate: '0.05' };
  const rates = [state, county];
  // 3 x 0.15 x 0.10 = 0.045 on 15 cents each, 4.5 in all: 5 for the group, one to each line but the last two.
  const lines = [0, 1, 2].map((position) =>
    line('add_on', 15, { position, rates: position === 1 ? [...rates].reverse() : rates }),
  );
  const priced = oracleOfCart(cart(lines, []));
  expect(priced.tax).toBe(5);
  expect(priced.lines.map(({ tax }) => tax)).toEqual([2, 2, 1]);
  expect(priced.lines.map(({ taxes }) => taxes.map(({ rate, amount }) => `${rate.region} ${amount}`))).toEqual([
    ['CA 1', 'county 1'],
    ['county 1', 'CA 1'],
    ['CA 1', 'county 0'],
  ]);
});
