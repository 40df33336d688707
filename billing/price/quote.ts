import { cents } from '../money/caps.ts';
import { type Discount, type LineKind, type PricedCart, USUAL_ORDER } from './cart.ts';
import { priceCart } from './price-cart.ts';
import type { Amounts, CouponTerms, QuantityPrice, Quote, Selection } from './selection.ts';
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
    .map(({ code, price }) => ({ code, price, quantity: quantity > 0 ? (chosen.get(code) ?? 0) : 0 }));
  const given = plan && selection.taxAmounts;
  const taxes = !plan || plan.taxExempt || given ? [] : selection.taxes;
  const trial = plan?.trial || (!!coupon && 'freeTrial' in coupon.off);

  const bill = (isFirst: boolean, discounts: readonly Discount[]) => {
    const lines =
      plan && quantity > 0
        ? subscriptionLines({
            plan: { ...plan, quantity },
            setupFee: isFirst ? plan.setupFee : 0,
            addons,
            trial: isFirst && trial,
            rates: taxes,
          })
        : [];
    return priceCart({ currency, lines, discounts, order: USUAL_ORDER });
  };
  const discounts = discountsOf(coupon);
  const first = bill(true, discounts);
  const second = bill(false, coupon?.singleUse && first.discount > 0 ? [] : discounts);

  const card = giftCard && (giftCard.currency === currency ? giftCard.amount : 0);
  const now = amounts(first, given?.now, card);
  const next = amounts(second, given?.next, card && card - now.gift_card!);
  const unitPrice = (price: QuantityPrice, taken: number) =>
    quantity > 0 ? (pricedQuantities(price, taken || 1).at(-1)?.unit ?? 0) : 0;
  return {
    now,
    next,
    base: {
      plan: plan ? { unit: plan.unit, setup_fee: plan.setupFee } : {},
      addons: Object.fromEntries(addons.map((each) => [each.code, unitPrice(each.price, each.quantity)])),
    },
    addons: Object.fromEntries(
      addons.filter(({ code }) => chosen.has(code)).map((each) => [each.code, priceOf(each.price, each.quantity)]),
    ),
    taxes,
  };
};

const discountsOf = (coupon: CouponTerms | undefined): readonly Discount[] => {
  if (!coupon || 'freeTrial' in coupon.off) return [];
  return [{ id: '', off: coupon.off, scope: { plans: 'all', items: [], charges: false } }];
};

const amounts = (cart: PricedCart, givenTax: number | undefined, card: number | undefined): Amounts => {
  const gross = (kind: LineKind) =>
    cart.lines.reduce((sum, { line }) => (line.kind === kind ? sum + line.gross : sum), 0);
  const tax = Math.max(0, givenTax ?? cart.tax);
  const total = cents(cart.subtotal + tax);
  const used = Math.min(card ?? 0, total);
  return {
    subtotal: cart.subtotal,
    plan: gross('plan'),
    addons: gross('add_on'),
    setup_fee: gross('setup_fee'),
    discount: cart.discount,
    tax,
    total: total - used,
    ...(card !== undefined && { gift_card: used }),
  };
};
