import { cents } from '../money/caps.ts';
import { type Discount, type LineKind, USUAL_ORDER } from './cart.ts';
import { priceCart } from './price-cart.ts';
import type { Amounts, CouponTerms, Quote, Selection } from './selection.ts';
import { subscriptionLines } from './subscription-lines.ts';
import { pricedQuantities, priceOf } from './tiers.ts';

/**
 * What a selection costs now and at its next renewal (reference "pricing", section 10.3; "sdk", section 11). Each is a cart of the one calculator: what is
 * to be paid and the gift card used add up to the invoice's total. Throws a `RangeError` beyond `MAX_CENTS`.
 */
export const quote = (selection: Selection): Quote => {
  const { currency, plan, quantity, coupon, giftCard } = selection;
  const chosen = new Map(Object.entries(selection.addons));
  const addons = (plan?.addons ?? [])
    .filter(({ usage }) => !usage)
    .map(({ code, price }) => ({ code, price, quantity: quantity && (chosen.get(code) ?? 0) }));
  const given = plan && selection.taxAmounts;
  const taxes = !plan || plan.taxExempt || given ? [] : selection.taxes;

  // What the first cycle leaves to the next.
  let discounts = discountsOf(coupon);
  let card = giftCard?.currency === currency ? giftCard.amount : 0;

  const bill = (cycle: 'now' | 'next'): Amounts => {
    const isFirst = cycle === 'now';
    const trial = isFirst && (plan?.trial || (!!coupon && 'freeTrial' in coupon.off));
    const setupFee = isFirst && plan ? plan.setupFee : 0;
    const lines =
      plan && quantity ? subscriptionLines({ plan: { ...plan, quantity }, setupFee, addons, trial, rates: taxes }) : [];
    const { subtotal, discount, ...cart } = priceCart({ currency, lines, discounts, order: USUAL_ORDER });
    const gross = (kind: LineKind) => lines.reduce((sum, line) => sum + (line.kind === kind ? line.gross : 0), 0);
    const tax = Math.max(0, given?.[cycle] ?? cart.tax);
    const total = cents(subtotal + tax);
    const used = Math.min(card, total);

    if (coupon?.singleUse && discount) discounts = [];
    card -= used;
    return {
      subtotal,
      plan: gross('plan'),
      addons: gross('add_on'),
      setup_fee: gross('setup_fee'),
      discount,
      tax,
      total: total - used,
      ...(giftCard && { gift_card: used }),
    };
  };
  const now = bill('now');
  const next = bill('next');

  const unitPrice = ({ price, quantity: taken }: (typeof addons)[number]) =>
    quantity && (pricedQuantities(price, taken || 1).at(-1)?.unit ?? 0);
  return {
    now,
    next,
    base: {
      plan: plan ? { unit: plan.unit, setup_fee: plan.setupFee } : {},
      addons: Object.fromEntries(addons.map((addon) => [addon.code, unitPrice(addon)])),
    },
    addons: Object.fromEntries(
      addons
        .filter(({ code }) => chosen.has(code))
        .map(({ code, price, quantity }) => [code, priceOf(price, quantity)]),
    ),
    taxes,
  };
};

/** Of a selection, every line that a coupon of its plan can apply to. */
const discountsOf = (coupon: CouponTerms | undefined): Discount[] =>
  !coupon || 'freeTrial' in coupon.off
    ? []
    : [{ id: '', off: coupon.off, scope: { plans: 'all', items: [], charges: false } }];
