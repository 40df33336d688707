import { ServiceError } from '../errors.ts';
import type { Lookups } from './catalogue.ts';
import type { Addon, Coupon, GiftCard, PlanDocument, ShippingMethodDocument, Tax } from './types.ts';

const cents = (amount: number) => Math.round(amount * 100);

const priceOf = (amount: number, setupFee: number, symbol: string) => ({
  unit_amount: amount,
  unit_amount_in_cents: cents(amount),
  setup_fee: setupFee,
  setup_fee_in_cents: cents(setupFee),
  symbol,
});

const addonOf = (code: string, amount: number, more: Partial<Addon> = {}): Addon => ({
  code,
  name: code,
  quantity: 1,
  add_on_type: 'fixed',
  optional: true,
  usage_type: null,
  usage_percentage: null,
  tier_type: 'flat',
  price: {
    USD: { unit_amount: amount, unit_amount_in_cents: cents(amount) },
    EUR: { unit_amount: amount, unit_amount_in_cents: cents(amount) },
  },
  tiers: [],
  ...more,
});

const planOf = (code: string, amount: number, more: Partial<PlanDocument> = {}): PlanDocument => ({
  code,
  name: code,
  period: { interval: 'months', length: 1 },
  price: { USD: priceOf(amount, 2, '$') },
  tax_code: null,
  tax_exempt: false,
  addons: [addonOf('snarf', 1)],
  ...more,
});

/** Plans for the tests, including edge cases. */
export const PLANS: Readonly<Record<string, PlanDocument>> = {
  P: planOf('P', 19.99),
  T: planOf('T', 49, { trial: { interval: 'days', length: 7 } }),
  both: planOf('both', 10, {
    price: { USD: priceOf(10, 0, '$'), EUR: priceOf(9, 0, '€') },
    addons: [addonOf('snarf', 1), addonOf('seat', 2, { quantity: 3 }), addonOf('mail', 0.5)],
  }),
  euros: planOf('euros', 8, { price: { EUR: priceOf(8, 0, '') }, tax_code: 'books' }),
  exempt: planOf('exempt', 30, { tax_exempt: true }),
};

const couponOf = (code: string, discount: Coupon['discount'], more: Partial<Coupon> = {}): Coupon => ({
  code,
  name: code,
  discount,
  single_use: false,
  duration: 'forever',
  temporal_unit: null,
  temporal_amount: null,
  applies_for_months: null,
  plans: [],
  applies_to_plans: true,
  applies_to_all_plans: true,
  applies_to_non_plan_charges: false,
  redemption_resource: 'account',
  ...more,
});

const percent = { type: 'percent', rate: 0.15, percent: 15 } as const;
const dollars = { type: 'dollars', amount: { USD: 20 }, amount_in_cents: { USD: 2000 } } as const;

export const COUPONS: Readonly<Record<string, Coupon>> = {
  'percent-15': couponOf('percent-15', percent),
  'percent-15-once': couponOf('percent-15-once', percent, { single_use: true }),
  'dollars-20': couponOf('dollars-20', dollars),
  'dollars-20-once': couponOf('dollars-20-once', dollars, { single_use: true }),
  'free-trial': couponOf('free-trial', { type: 'free_trial', amount: {} }),
  'only-P': couponOf('only-P', percent, { applies_to_all_plans: false, plans: ['P'] }),
  'no-plan': couponOf('no-plan', percent, { applies_to_plans: false }),
};

const card = (unit_amount: number, currency = 'USD'): GiftCard => ({
  currency,
  unit_amount,
  unit_amount_in_cents: cents(unit_amount),
});

export const GIFT_CARDS: Readonly<Record<string, GiftCard>> = {
  'card-20': card(20),
  'card-100': card(100),
  'card-euros': card(20, 'EUR'),
};

export const SHIPPING_METHODS: Readonly<Record<string, ShippingMethodDocument>> = {
  parcel: { code: 'parcel', name: 'Parcel', tax_code: 'physical' },
  letter: { code: 'letter', name: 'Letter', tax_code: 'exempt' },
};

export const CALIFORNIA: Tax = { type: 'usst', tax_type: 'usst', region: 'CA', rate: '0.0875' };

const find = async <Found>(things: Readonly<Record<string, Found>>, code: string): Promise<Found> => {
  const found = things[code];
  if (!found) throw new ServiceError('not-found');
  return found;
};

/** A catalogue that answers at once, unless a test replaces an answer. */
export const someLookups = (): Lookups => ({
  plan: (code) => find(PLANS, code),
  coupon: (code) => find(COUPONS, code),
  giftCard: (code) => find(GIFT_CARDS, code),
  shippingMethod: (code) => find(SHIPPING_METHODS, code),
  tax: async ({ country, tax_code }) => (country === 'US' && tax_code !== 'exempt' ? [CALIFORNIA] : []),
  forget() {},
});
