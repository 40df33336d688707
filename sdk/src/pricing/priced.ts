import type { AddonDocument, CouponDocument, UnitPriceDocument } from '@service/billing/values/catalogue/browser.ts';
import { centsOf, decimalText } from '@service/billing/values/money/decimal-text.ts';
import { currencySymbol } from '@service/billing/values/money/money-text.ts';
import type { TaxRate } from '@service/billing/values/price/cart.ts';
import { quote } from '@service/billing/values/price/quote.ts';
import type {
  CouponTerms,
  PlanTerms,
  PricingSelection,
  QuantityPrice,
} from '@service/billing/values/price/selection.ts';
import { mapValues } from '../map-values.ts';
import type { Items, Price } from './types.ts';

/**
 * Reads an amount of the catalogue. Its numbers print as the decimals they were written as, so they are read exactly.
 */
const cents = (currency: string, amount = 0): number => centsOf(String(amount), currency);

const unitOf = (currency: string, price: Partial<UnitPriceDocument> | undefined): number =>
  cents(currency, price?.unit_amount);

const quantityPrice = ({ tier_type, tiers, price }: AddonDocument, currency: string): QuantityPrice => {
  if (!tiers?.length || !tier_type || tier_type === 'flat') {
    return { model: 'flat', unit: unitOf(currency, price?.[currency]) };
  }
  const inCurrency = tiers.flatMap(({ ending_quantity: ending, currencies }) =>
    currencies
      .filter(({ currency_code }) => currency_code === currency)
      .map((price) => ({ ending, unit: unitOf(currency, price) })),
  );
  return { model: tier_type, tiers: inCurrency };
};

const planTerms = ({ plan, currency }: Items): PlanTerms | undefined => {
  if (!plan) return undefined;
  const price = plan.price[currency];
  return {
    code: plan.code,
    unit: unitOf(currency, price),
    ...(price?.second_unit_amount === undefined ? {} : { secondUnit: cents(currency, price.second_unit_amount) }),
    setupFee: cents(currency, price?.setup_fee),
    trial: Boolean(plan.trial),
    addons: (plan.addons ?? []).map((addon) => ({
      code: addon.code,
      usage: addon.add_on_type === 'usage',
      price: quantityPrice(addon, currency),
    })),
  };
};

const couponTerms = ({ discount, single_use: singleUse }: CouponDocument, currency: string): CouponTerms => ({
  off:
    'amount' in discount
      ? { amount: cents(currency, discount.amount[currency]) }
      : { percent: Number(`${discount.rate}e2`) },
  freeTrial: discount.type === 'free_trial',
  singleUse,
});

const selectionOf = (items: Items, taxes: readonly TaxRate[], feeTaxes: readonly TaxRate[]): PricingSelection => {
  const { currency, plan, addons, coupon, gift_card, shipping, tax } = items;
  const taxAmount = tax?.amount;
  const selection = {
    currency,
    taxes,
    taxInclusive: tax?.inclusive,
    plan: planTerms(items),
    quantity: plan?.quantity ?? 0,
    addons: Object.fromEntries(addons.map(({ code, quantity }) => [code, quantity])),
    coupon: coupon && couponTerms(coupon, currency),
    shipping: shipping && { amount: cents(currency, shipping.amount), taxes: feeTaxes },
    giftCard: gift_card && { currency: gift_card.currency, amount: unitOf(currency, gift_card) },
    taxAmounts: plan &&
      taxAmount && {
        now: cents(currency, taxAmount.now),
        next: cents(currency, taxAmount.next),
      },
  };
  return selection as PricingSelection;
};

/** The plan's own currency symbol, else the platform's, which is the code for currencies without one. */
const symbolOf = ({ plan, currency }: Items): string => plan?.price[currency]?.symbol || currencySymbol(currency);

/** Returns a copy in which amounts in cents are decimal text. */
const print = (cents: unknown, currency: string): unknown =>
  typeof cents === 'number'
    ? decimalText(cents, currency)
    : mapValues(cents as Readonly<Record<string, unknown>>, (each) => print(each, currency));

/**
 * Returns the price of the selection, with the taxes on it and those on its shipping fee, computed by the functions
 * that also price the invoice. Throws a `RangeError` for sums that are too large.
 */
export const priced = (items: Items, taxes: readonly TaxRate[], feeTaxes: readonly TaxRate[]): Price => {
  const { currency } = items;
  return {
    ...(print(quote(selectionOf(items, taxes, feeTaxes)), currency) as Omit<Price, 'currency' | 'taxes'>),
    currency: { code: currency, symbol: symbolOf(items) },
    taxes,
  };
};
