/** Invariants that hold for every cart. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_CENTS } from '../money/cents.ts';
import { type Cart, type Discount, LINE_KINDS, type Line, type PricedCart } from './cart.ts';
import { firstPeriod, RENEWAL } from './period.ts';
import { priceCart } from './price-cart.ts';
import { quote } from './quote.ts';
import type { AddonTerms, PlanTerms, QuantityPrice } from './selection.ts';
import { subscriptionLines } from './subscription-lines.ts';

const rates = fc.uniqueArray(
  fc.record({
    type: fc.constantFrom('usst', 'vat', 'ca'),
    region: fc.constantFrom('CA', 'GST', 'PST'),
    rate: fc.nat(99_999).map((rate) => `0.${String(rate).padStart(5, '0')}`),
  }),
  { maxLength: 3, selector: ({ type, region, rate }) => `${type} ${region} ${rate}` },
);

const lines: fc.Arbitrary<Line[]> = fc
  .tuple(
    fc.array(rates, { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(fc.nat(), fc.nat(4), fc.nat(100_000)), { maxLength: 12 }),
  )
  .map(([places, chosen]) =>
    chosen.map(([place, kind, gross], position) => ({
      kind: LINE_KINDS[kind]!,
      code: 'abc'[place % 3]!,
      position,
      gross,
      ...(kind < 3 ? { plan: 'gold' } : {}),
      rates: places[place % places.length]!,
    })),
  );

const off = fc.oneof(
  fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ amount: fc.integer({ min: 1, max: 300_000 }) }),
);
const scope = fc.constant({ plans: 'all', items: [], charges: true } as const);
const discounts: fc.Arbitrary<Discount[]> = fc
  .array(fc.record({ off, scope }), { maxLength: 4 })
  .map((all) => all.map((each, at) => ({ ...each, id: String(at) })));

const carts: fc.Arbitrary<Cart> = fc.record({
  currency: fc.constant('USD'),
  lines,
  discounts,
  order: fc.record({ first: fc.constantFrom('percent', 'amount'), percents: fc.constantFrom('full', 'compounded') }),
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

test('no line is discounted by more than it costs, and everything adds up', () => {
  fc.assert(
    fc.property(carts, (cart) => {
      const priced = priceCart(cart);
      for (const line of priced.lines) {
        expect(line.net).toBeGreaterThanOrEqual(0);
        expect(line.discount).toBe(sum(line.discounts.map(({ amount }) => amount)));
        expect(line.net).toBe(line.line.gross - line.discount);
        expect(line.tax).toBe(sum(line.taxes.map(({ amount }) => amount)));
        expect(line.total).toBe(line.net + line.tax);
      }
      const of = (part: 'discount' | 'net' | 'tax' | 'total') => sum(priced.lines.map((line) => line[part]));
      expect(priced).toMatchObject({
        discount: of('discount'),
        subtotal: of('net'),
        tax: of('tax'),
        total: of('total'),
      });
      expect(priced.gross - priced.discount + priced.tax).toBe(priced.total);
    }),
  );
});

test('the order of lines and of their rates changes nothing', () => {
  const shuffled = carts.chain((cart) =>
    fc.tuple(fc.constant(cart), fc.shuffledSubarray([...cart.lines], { minLength: cart.lines.length }), fc.boolean()),
  );
  const byPosition = ({ lines, ...sums }: PricedCart) => ({
    ...sums,
    lines: new Map(
      lines.map(({ line, taxes, ...priced }) => [
        line.position,
        { ...priced, taxes: new Map(taxes.map(({ rate, amount }) => [JSON.stringify(rate), amount])) },
      ]),
    ),
  });
  fc.assert(
    fc.property(shuffled, ([cart, lines, backwards]) => {
      const turned = lines.map((line) => (backwards ? { ...line, rates: line.rates.toReversed() } : line));
      expect(byPosition(priceCart({ ...cart, lines: turned }))).toEqual(byPosition(priceCart(cart)));
    }),
  );
});

test('where nothing is rounded, twice of everything is twice as much', () => {
  // Two percents, one after the other, and a tax of five decimals.
  const exact = 100 ** 2 * 100_000;
  const scaled = (cart: Cart, by: number): Cart => ({
    ...cart,
    lines: cart.lines.map((line) => ({ ...line, gross: by * (line.gross % 5) })),
    discounts: cart.discounts
      .slice(0, 2)
      .map((each) => ('amount' in each.off ? { ...each, off: { amount: by } } : each)),
  });
  const sums = ({ gross, discount, subtotal, tax, total }: PricedCart) => [gross, discount, subtotal, tax, total];
  fc.assert(
    fc.property(carts, (cart) => {
      const once = sums(priceCart(scaled(cart, exact)));
      expect(sums(priceCart(scaled(cart, 2 * exact)))).toEqual(once.map((each) => 2 * each));
    }),
  );
});

test('a cart is billed up to the cap, and refused beyond it', () => {
  const cart = (...grosses: number[]): Cart => ({
    currency: 'USD',
    lines: grosses.map((gross, position) => ({ kind: 'charge', code: '', position, gross, rates: [] })),
    discounts: [],
    order: { first: 'percent', percents: 'full' },
  });
  expect(priceCart(cart(MAX_CENTS - 1, 1)).total).toBe(MAX_CENTS);
  expect(() => priceCart(cart(MAX_CENTS, 1))).toThrow(RangeError);
});

test('what the page shows and the gift card it used add up to the invoice', () => {
  const tiers = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(5_000), fc.nat(5_000)).map(([ending, first, last]) => [
    { ending, unit: first },
    { ending: 999_999_999, unit: last },
  ]);
  const price: fc.Arbitrary<QuantityPrice> = fc.oneof(
    fc.record({ model: fc.constant('flat'), unit: fc.nat(5_000) }),
    fc.record({ model: fc.constantFrom('tiered', 'volume', 'stairstep'), tiers }),
  );
  const addons = fc
    .array(price, { maxLength: 3 })
    .map((prices) => prices.map((each, at): AddonTerms => ({ code: `a${at}`, usage: false, price: each })));
  const plan: fc.Arbitrary<PlanTerms> = fc.record({
    code: fc.constant('gold'),
    unit: fc.nat(20_000),
    setupFee: fc.nat(5_000),
    trial: fc.boolean(),
    addons,
  });
  const carts = fc.record({
    plan,
    quantity: fc.integer({ min: 1, max: 20 }),
    taken: fc.array(fc.nat(20), { minLength: 3, maxLength: 3 }),
    off: fc.option(off, { nil: undefined }),
    gift: fc.option(fc.nat(100_000), { nil: undefined }),
    taxes: rates,
    inclusive: fc.boolean(),
  });
  fc.assert(
    fc.property(carts, ({ plan, quantity, taken, off, gift, taxes, inclusive }) => {
      const shown = quote({
        currency: 'USD',
        plan,
        quantity,
        addons: Object.fromEntries(taken.map((each, at) => [`a${at}`, each])),
        ...(off && { coupon: { off, singleUse: false } }),
        ...(gift !== undefined && { giftCard: { currency: 'USD', amount: gift } }),
        taxes,
        taxInclusive: inclusive,
      });
      const invoice = (first: boolean) =>
        priceCart({
          currency: 'USD',
          lines: subscriptionLines(
            {
              plan: { code: plan.code, unit: plan.unit, quantity },
              setupFee: plan.setupFee,
              addons: plan.addons.map(({ code, price }, at) => ({ code, price, quantity: taken[at]! })),
              rates: taxes,
              inclusive,
            },
            first ? firstPeriod(plan.trial) : RENEWAL,
          ),
          discounts: off ? [{ id: 'coupon', off, scope: { plans: ['gold'], items: [], charges: false } }] : [],
          order: { first: 'amount', percents: 'full' },
        });
      expect(shown.now.total + (shown.now.gift_card ?? 0)).toBe(invoice(true).total);
      expect(shown.next.total + (shown.next.gift_card ?? 0)).toBe(invoice(false).total);
      const used = (shown.now.gift_card ?? 0) + (shown.next.gift_card ?? 0);
      expect(used).toBe(Math.min(gift ?? 0, invoice(true).total + invoice(false).total));
    }),
    { numRuns: 1000 },
  );
});
