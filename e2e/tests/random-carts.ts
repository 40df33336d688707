/**
 * Random plans, coupons and carts: the same for the same seed. Amounts are whole numbers of the currency's minor unit.
 */

/** Decimals of each currency of the site. */
export const DIGITS = { USD: 2, JPY: 0, KWD: 3 } as const;
export type Currency = keyof typeof DIGITS;
export const CART_CURRENCIES = Object.keys(DIGITS) as Currency[];

/** The price of an add-on: `[ending_quantity, price]` for each tier, or one price. */
export interface RandomAddOn {
  readonly code: string;
  readonly type: 'flat' | 'tiered' | 'volume' | 'stairstep';
  /** Whether it sells the item of the catalogue with its code. */
  readonly isItem: boolean;
  readonly tiers: readonly (readonly [ending: number, prices: Prices])[];
}

export type Prices = Readonly<Record<Currency, number>>;

export interface RandomPlan {
  readonly code: string;
  readonly prices: Prices;
  /** The prices from the second paid period on, of a plan that is sold as a ramp. */
  readonly laterPrices: Prices | undefined;
  readonly setupFees: Prices;
  readonly trialDays: number;
  readonly taxExempt: boolean;
  readonly addOns: readonly RandomAddOn[];
}

export interface RandomCoupon {
  readonly code: string;
  readonly singleUse: boolean;
  /** Whether it discounts items, too. */
  readonly onItems: boolean;
  readonly off: { readonly percent: number } | { readonly fixed: Prices } | { readonly freeMonths: number };
}

export interface RandomCart {
  readonly plan: string;
  readonly quantity: number;
  readonly addOns: readonly { readonly code: string; readonly quantity: number }[];
  readonly currency: Currency;
  readonly coupon: string | undefined;
  /** The balance of its gift card. */
  readonly gift: number | undefined;
  readonly country: string;
  readonly postalCode: string;
  /** Whether its prices contain the tax. */
  readonly taxInclusive: boolean;
  readonly delivery: RandomDelivery | undefined;
}

/** A fee for each period, and where it is delivered. */
export interface RandomDelivery {
  readonly method: string;
  readonly fee: number;
  readonly country: string;
  readonly postalCode: string;
}

/** Places: registered or not, taxed once, twice, by postal code or not at all; and an unknown one. */
const PLACES = [
  ['US', '94105'],
  ['US', '94016'],
  ['US', '10001'],
  ['CA', 'H2X 1Y4'],
  ['CA', 'M5V 2T6'],
  ['DE', '20095'],
  ['FR', '97110'],
  ['GB', 'SW1A 1AA'],
  ['JP', '100-0001'],
  ['BR', '01000'],
  ['', ''],
] as const;
const DESTINATIONS = PLACES.filter(([country]) => country !== '');

/** The shipping methods of the site, with their tax codes: none, or one of their own. */
export const SHIPPING_METHODS = [
  ['parcel', ''],
  ['letter', 'letters'],
] as const;

/** The items of the site, with their tax codes. */
export const ITEMS = [
  ['mug', ''],
  ['atlas', 'books'],
] as const;

/** The values that gift cards of the site can have. */
export const GIFTS = [500, 2000, 25_000];
const TIER_TYPES = ['flat', 'tiered', 'volume', 'stairstep'] as const;
const NO_END = 999_999_999;

/** Mulberry32. */
const chance = (seed: number) => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const among = <T>(items: readonly T[]): T => items[between(0, items.length - 1)]!;
  return { between, among, in: (percent: number) => next() * 100 < percent };
};
type Chance = ReturnType<typeof chance>;

const prices = (by: Chance, most: number): Prices => ({
  USD: by.between(1, most),
  JPY: by.between(1, most),
  KWD: by.between(1, most),
});
const NOTHING: Prices = { USD: 0, JPY: 0, KWD: 0 };

const tiersOf = (by: Chance, type: RandomAddOn['type']): RandomAddOn['tiers'] => {
  if (type === 'flat') return [[NO_END, prices(by, 2_000)]];
  const first = by.between(1, 8);
  const endings = [first, first + by.between(1, 8), NO_END].slice(by.between(0, 2));
  return endings.map((ending) => [ending, prices(by, 2_000)]);
};

export const randomShop = (seed: number, { plans, coupons, carts }: Record<'plans' | 'coupons' | 'carts', number>) => {
  const by = chance(seed);
  const plan = (_: unknown, n: number): RandomPlan => ({
    code: `plan-${n}`,
    prices: prices(by, by.among([200, 20_000])),
    laterPrices: by.in(30) ? prices(by, 20_000) : undefined,
    setupFees: by.in(50) ? prices(by, 3_000) : NOTHING,
    trialDays: by.in(25) ? by.between(1, 30) : 0,
    taxExempt: by.in(10),
    addOns: TIER_TYPES.filter(() => by.in(70)).map((type) => {
      const isItem = type === 'flat' && by.in(50);
      return { code: isItem ? by.among(ITEMS)[0] : `${type}-${n}`, type, tiers: tiersOf(by, type), isItem };
    }),
  });
  const off = (n: number): RandomCoupon['off'] => {
    if (n === 0) return { freeMonths: 1 };
    return by.in(60) ? { percent: by.among([10, 15, 33, 50, 100, by.between(1, 99)]) } : { fixed: prices(by, 5_000) };
  };
  const allPlans = Array.from({ length: plans }, plan);
  const allCoupons = Array.from(
    { length: coupons },
    (_, n): RandomCoupon => ({ code: `OFF${n}`, singleUse: by.in(40), onItems: by.in(50), off: off(n) }),
  );
  const delivery = (): RandomDelivery => {
    const [[method], [country, postalCode]] = [by.among(SHIPPING_METHODS), by.among(DESTINATIONS)];
    return { method, fee: by.between(0, 2_000), country, postalCode };
  };
  const cart = (): RandomCart => {
    const { code, addOns } = by.among(allPlans);
    const [country, postalCode] = by.among(PLACES);
    const currency = by.among(CART_CURRENCIES);
    return {
      plan: code,
      quantity: by.in(10) ? by.between(13, 90) : by.between(1, 12),
      addOns: addOns.filter(() => by.in(60)).map((each) => ({ code: each.code, quantity: by.between(1, 20) })),
      currency,
      coupon: by.in(60) ? by.among(allCoupons).code : undefined,
      gift: by.in(40) ? by.among(GIFTS) : undefined,
      country,
      postalCode,
      taxInclusive: by.in(25),
      delivery: by.in(35) ? delivery() : undefined,
    };
  };
  return { plans: allPlans, coupons: allCoupons, carts: Array.from({ length: carts }, cart) };
};
