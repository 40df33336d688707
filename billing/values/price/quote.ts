import { cents } from '../money/cents.ts';
import type { Discount, TaxRate } from './cart.ts';
import { discountOn } from './discounts.ts';
import {
  firstPeriod,
  isCharged,
  isDiscounted,
  isUsedUp,
  type PartKind,
  type PeriodBilling,
  RENEWAL,
} from './period.ts';
import type { AmountsByCurrency, PricingSelection, Quote } from './selection.ts';
import { combinedRate, haveSameRates, taxOn, taxWithin } from './taxes.ts';
import { pricedQuantities, priceOf } from './tiers.ts';

/**
 * Returns the price of a selection now and at its next renewal: the sums of the invoices of a purchase and of a
 * renewal, which are composed by the same rules and rounded before they are spread over lines. The amount to pay and
 * the gift card used add up to the invoice's total. Throws a `RangeError` beyond `MAX_CENTS`.
 */
export const quote = (selection: PricingSelection): Quote => {
  const { currency, plan, quantity, coupon, shipping, giftCard, taxAmounts, taxes, taxInclusive } = selection;
  const chosen = new Map(Object.entries(selection.addons));
  const addons = (plan?.addons ?? [])
    .filter(({ usage }) => !usage)
    .map(({ code, price }) => {
      const taken = quantity && (chosen.get(code) ?? 0);
      return { code, price, taken, cost: priceOf(price, taken) };
    });

  const taxOf = (amount: number, rates: readonly TaxRate[]): number =>
    (taxInclusive ? taxWithin : taxOn)(BigInt(amount), combinedRate(rates));
  /** Returns the tax on what is left and on a fee: rounded once where both bear the same rates. */
  const taxOfBoth = (left: number, fee: number): number =>
    !shipping || haveSameRates(taxes, shipping.taxes)
      ? taxOf(left + fee, taxes)
      : taxOf(left, taxes) + taxOf(fee, shipping.taxes);

  // The discount and the gift card left for the next period.
  let off: Discount['off'] = coupon?.off ?? { amount: 0 };
  let card = giftCard?.currency === currency ? giftCard.amount : 0;

  const bill = (period: PeriodBilling, unit = 0, taxAmount?: number): AmountsByCurrency => {
    let covered = 0;
    const charge = (kind: PartKind, cost: number) => {
      const amount = isCharged(kind, period) ? cost : 0;
      if (isDiscounted(kind, off)) covered += amount;
      return amount;
    };
    const base = charge('plan', unit * quantity);
    const extras = charge(
      'add_on',
      addons.reduce((sum, { cost }) => sum + cost, 0),
    );
    const setup_fee = charge('setup_fee', (quantity && plan?.setupFee) || 0);
    const discount = discountOn(off, covered);
    const left = cents(base + extras + setup_fee) - discount;
    const fee = (plan && quantity && !period.trial && shipping?.amount) || 0;
    const all = cents(left + fee);
    const tax = Math.max(0, taxAmount ?? taxOfBoth(left, fee));
    const subtotal = taxInclusive ? Math.max(0, all - tax) : all;
    const total = taxInclusive ? all : cents(all + tax);
    const used = Math.min(card, total);

    if (isUsedUp(discount, coupon)) off = { amount: 0 };
    card -= used;
    return {
      subtotal,
      plan: base,
      addons: extras,
      setup_fee,
      discount,
      ...(shipping && { shipping: fee }),
      tax: total - subtotal,
      total: total - used,
      ...(giftCard && { gift_card: used }),
    };
  };
  const first = firstPeriod(plan?.trial || coupon?.freeTrial);
  const now = bill(first, plan?.unit, taxAmounts?.now);
  // After a trial comes the first paid period.
  const next = bill(RENEWAL, first.trial ? plan?.unit : (plan?.secondUnit ?? plan?.unit), taxAmounts?.next);

  return {
    now,
    next,
    base: {
      plan: plan ? { unit: plan.unit, setup_fee: plan.setupFee } : {},
      addons: Object.fromEntries(
        addons.map(({ code, price, taken }) => [
          code,
          quantity && (pricedQuantities(price, taken || 1).at(-1)?.unit ?? 0),
        ]),
      ),
    },
    addons: Object.fromEntries(addons.filter(({ code }) => chosen.has(code)).map(({ code, cost }) => [code, cost])),
  };
};
