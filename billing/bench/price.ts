/** Measures how many carts and selections the calculator prices per second on one core. */
import type { Cart, Discount, Line, LineKind, TaxRate } from '../values/price/cart.ts';
import { USUAL_ORDER } from '../values/price/cart.ts';
import { priceCart } from '../values/price/price-cart.ts';
import { quote } from '../values/price/quote.ts';
import type { PricingSelection } from '../values/price/selection.ts';

const ROUNDS = 7;
const MILLISECONDS = 500;

const california: TaxRate[] = [{ type: 'usst', region: 'CA', rate: '0.0875' }];
const quebec: TaxRate[] = [
  { type: 'ca', region: 'GST', rate: '0.05' },
  { type: 'ca', region: 'QST', rate: '0.09975' },
];

const line = (kind: LineKind, position: number, gross: number, rates: TaxRate[]): Line => ({
  kind,
  code: `${kind}-${position % 7}`,
  position,
  gross,
  ...(kind === 'charge' ? {} : { plan: 'gold' }),
  rates,
});

const off = (value: Discount['off'], at: number): Discount => ({
  id: String(at),
  off: value,
  scope: { plans: 'all', items: 'all', charges: true },
});

const kinds: LineKind[] = ['setup_fee', 'plan', 'add_on', 'charge'];

const typical: Cart = {
  currency: 'USD',
  lines: kinds.map((kind, position) => line(kind, position, 19_99 + position, california)),
  discounts: [off({ percent: 15 }, 0)],
  order: USUAL_ORDER,
};

const large: Cart = {
  currency: 'CAD',
  lines: Array.from({ length: 100 }, (_, position) =>
    line(kinds[position % 4]!, position, 7_13 * (position + 1), position % 3 ? california : quebec),
  ),
  discounts: [{ percent: 15 }, { amount: 50_00 }, { percent: 7 }, { amount: 123_45 }, { percent: 3 }].map(off),
  order: USUAL_ORDER,
};

const selection: PricingSelection = {
  currency: 'USD',
  quantity: 3,
  plan: {
    code: 'gold',
    unit: 19_99,
    setupFee: 5_00,
    trial: false,
    addons: [
      { code: 'seat', usage: false, price: { model: 'flat', unit: 2_50 } },
      {
        code: 'storage',
        usage: false,
        price: {
          model: 'tiered',
          tiers: [
            { ending: 10, unit: 1_00 },
            { ending: 999_999_999, unit: 50 },
          ],
        },
      },
    ],
  },
  addons: { seat: 2, storage: 25 },
  coupon: { off: { percent: 15 }, singleUse: true },
  giftCard: { currency: 'USD', amount: 20_00 },
  taxes: california,
};

/** Prices per second of one round; garbage of the round before is its own affair. */
const perSecond = (price: () => unknown): number => {
  const started = performance.now();
  let prices = 0;
  while (performance.now() - started < MILLISECONDS) {
    for (let each = 0; each < 20; each++) price();
    prices += 20;
  }
  return (prices * 1000) / (performance.now() - started);
};

const benchmarks: [string, () => unknown][] = [
  ['a cart of 4 lines and 1 coupon', () => priceCart(typical)],
  ['a cart of 100 lines and 5 coupons', () => priceCart(large)],
  ['a selection on a page, now and next', () => quote(selection)],
];

const counts = new Map(benchmarks.map(([name]) => [name, [] as number[]]));
for (let round = 0; round <= ROUNDS; round++)
  for (const [name, price] of benchmarks) {
    const count = perSecond(price);
    // The first round warms up.
    if (round > 0) counts.get(name)!.push(count);
  }

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
console.log(`prices per second: median, slowest and fastest of ${ROUNDS} rounds of ${MILLISECONDS} ms, on one core`);
for (const [name, all] of counts) {
  all.sort((a, b) => a - b);
  const [median, slowest, fastest] = [all[ROUNDS >> 1]!, all[0]!, all.at(-1)!].map((each) => whole.format(each));
  console.log(`${name.padEnd(40)}${median!.padStart(10)}${slowest!.padStart(10)}${fastest!.padStart(10)}`);
}
