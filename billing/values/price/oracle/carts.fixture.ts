import fc from 'fast-check';
import type { Cart, Discount, DiscountScope, Line } from '../cart.ts';
import { cents, currency, type Features, MINOR_UNITS, percent, rates } from './random.fixture.ts';

const PLANS = ['gold', 'silver'];
const ITEMS = ['mug', 'cap'];
const SUBSCRIPTIONS = ['one', 'two', 'three'];

type LooseLine = Omit<Line, 'position' | 'rates'>;

const gross = cents(10_000_000_000_000);
const plan = fc.constantFrom(...PLANS);
const subscription = fc.constantFrom(...SUBSCRIPTIONS);

const ofSubscription: fc.Arbitrary<LooseLine> = fc.oneof(
  ...(['setup_fee', 'plan'] as const).map((kind) =>
    fc.record({ kind: fc.constant(kind), gross, plan, subscription }).map((line) => ({ ...line, code: line.plan })),
  ),
  fc.record(
    {
      kind: fc.constant('add_on' as const),
      code: fc.constantFrom('seat', 'Seat'),
      gross,
      item: fc.constantFrom(...ITEMS),
      plan,
      subscription,
    },
    { requiredKeys: ['kind', 'code', 'gross', 'plan', 'subscription'] },
  ),
);

const charge: fc.Arbitrary<LooseLine> = fc.record(
  {
    kind: fc.constantFrom('charge' as const, 'charge' as const, 'undiscounted' as const),
    code: fc.constantFrom('', 'extra'),
    gross,
    item: fc.constantFrom(...ITEMS),
    subscription,
  },
  { requiredKeys: ['kind', 'code', 'gross'] },
);

const line = fc.oneof({ weight: 3, arbitrary: ofSubscription }, { weight: 2, arbitrary: charge });

/**
 * The line, or once more the one before; and where it is taxed: one of the cart's addresses, its rates told in this or
 * the other order.
 */
const placed = fc.record({
  line,
  again: fc.constantFrom(false, false, false, false, true),
  address: fc.nat({ max: 5 }),
  reversed: fc.boolean(),
  inclusive: fc.constantFrom(undefined, undefined, true),
});

const someOf = (codes: readonly string[]) => fc.oneof(fc.constant('all' as const), fc.subarray([...codes]));
const scope: fc.Arbitrary<DiscountScope> = fc.record({
  plans: someOf(PLANS),
  items: someOf(ITEMS),
  charges: fc.boolean(),
});

const discount: fc.Arbitrary<Omit<Discount, 'id'>> = fc.record(
  {
    off: fc.oneof(
      fc.record({ percent }),
      fc.record({ amount: cents(10_000_000_000_000).map((amount) => Math.max(1, amount)) }),
    ),
    scope,
    subscription,
  },
  { requiredKeys: ['off', 'scope'] },
);

/** Carts of so many lines at most, with up to five coupons; equal seeds make equal carts. */
export const carts = (mostLines: number): fc.Arbitrary<Cart> =>
  fc
    .record({
      currency,
      addresses: fc.array(rates, { minLength: 1, maxLength: 3 }),
      placed: fc.array(placed, { maxLength: mostLines, size: 'max' }),
      discounts: fc.array(discount, { maxLength: 5 }),
      first: fc.constantFrom('percent' as const, 'amount' as const),
      percents: fc.constantFrom('full' as const, 'compounded' as const),
      /** Sends the positions round, so that they do not follow the lines' order. */
      turn: fc.nat({ max: 100 }),
    })
    .map(({ currency, addresses, placed, discounts, first, percents, turn }) => ({
      currency,
      lines: placed.map(({ line, again, address, reversed, inclusive }, index) => {
        const sold = again ? (placed[index - 1]?.line ?? line) : line;
        const there = addresses[address % addresses.length]!;
        const rates = reversed ? [...there].reverse() : there;
        return { ...sold, position: (index * 37 + turn) % 101, rates, ...(inclusive && { inclusive }) };
      }),
      discounts: discounts.map((each, index) => ({ id: `coupon ${index}`, ...each })),
      order: { first, percents },
    }));

const someLine = (has: (line: Line) => boolean) => (cart: Cart) => cart.lines.some(has);
const someDiscount = (has: (discount: Discount) => boolean) => (cart: Cart) => cart.discounts.some(has);
const count = (cart: Cart, kind: 'percent' | 'amount') => cart.discounts.filter(({ off }) => kind in off).length;
const twins = (cart: Cart) =>
  new Set(cart.lines.map(({ kind, code, gross }) => [kind, code, gross].join())).size < cart.lines.length;

/** Features of carts with up to twelve lines. */
export const CART_FEATURES: Features<Cart> = {
  'a setup fee': [0.4, someLine(({ kind }) => kind === 'setup_fee')],
  'a plan': [0.4, someLine(({ kind }) => kind === 'plan')],
  'an add-on': [0.4, someLine(({ kind }) => kind === 'add_on')],
  'an add-on of an item': [0.3, someLine(({ kind, item }) => kind === 'add_on' && item !== undefined)],
  'an add-on discounted by its item alone': [
    0.1,
    ({ lines, discounts }) =>
      lines.some(
        ({ kind, item, plan }) =>
          kind === 'add_on' &&
          item !== undefined &&
          discounts.some(
            ({ scope: { plans, items } }) =>
              plans !== 'all' && !plans.includes(plan ?? '') && (items === 'all' || items.includes(item)),
          ),
      ),
  ],
  'a charge for an item': [0.3, someLine(({ kind, item }) => kind === 'charge' && item !== undefined)],
  'a charge for no item': [0.15, someLine(({ kind, item }) => kind === 'charge' && item === undefined)],
  'a line that is never discounted': [0.3, someLine(({ kind }) => kind === 'undiscounted')],
  'several subscriptions': [0.5, ({ lines }) => new Set(lines.map((line) => line.subscription ?? '')).size > 2],
  'a line of nothing': [0.2, someLine(({ gross }) => gross === 0)],
  'a line of millions': [0.2, someLine(({ gross }) => gross > 100_000_000)],
  'lines that only their position tells apart': [0.2, twins],
  'more than six lines': [0.3, ({ lines }) => lines.length > 6],
  'no coupon': [0.1, ({ discounts }) => discounts.length === 0],
  'a percent coupon': [0.4, (cart) => count(cart, 'percent') > 0],
  'an amount coupon': [0.4, (cart) => count(cart, 'amount') > 0],
  'both, percents first': [0.15, (cart) => mixed(cart) && cart.order.first === 'percent'],
  'both, amounts first': [0.15, (cart) => mixed(cart) && cart.order.first === 'amount'],
  'several percents of the full amount': [0.1, (cart) => count(cart, 'percent') > 1 && cart.order.percents === 'full'],
  'several percents, compounded': [0.1, (cart) => count(cart, 'percent') > 1 && cart.order.percents === 'compounded'],
  'a coupon for some plans': [0.3, someDiscount(({ scope }) => scope.plans !== 'all')],
  'a coupon for some items': [0.3, someDiscount(({ scope }) => scope.items !== 'all')],
  'a coupon for charges': [0.3, someDiscount(({ scope }) => scope.charges)],
  'a coupon for one subscription': [0.3, someDiscount((discount) => discount.subscription !== undefined)],
  'a line without tax': [0.2, someLine(({ rates }) => rates.length === 0)],
  'a line with one rate': [0.2, someLine(({ rates }) => rates.length === 1)],
  'a line with two rates': [0.2, someLine(({ rates }) => rates.length === 2)],
  'a line with three rates': [0.2, someLine(({ rates }) => rates.length === 3)],
  'a tax-inclusive line': [0.4, someLine(({ inclusive }) => inclusive === true)],
  'lines with and without their tax': [
    0.3,
    ({ lines }) => lines.some(({ inclusive }) => inclusive) && lines.some(({ inclusive }) => !inclusive),
  ],
  'no decimals': [0.2, ({ currency }) => MINOR_UNITS[currency] === 0],
  'two decimals': [0.2, ({ currency }) => MINOR_UNITS[currency] === 2],
  'three decimals': [0.2, ({ currency }) => MINOR_UNITS[currency] === 3],
};

const mixed = (cart: Cart): boolean => count(cart, 'percent') > 0 && count(cart, 'amount') > 0;
