import { cents } from '../money/caps.ts';
import { discountOn } from './discounts.ts';
import type { Amounts, Quote, Selection } from './selection.ts';
import { taxOn } from './taxes.ts';
import { pricedQuantities, priceOf } from './tiers.ts';

/**
 * What a selection costs now and at its next renewal. Each is an invoice of the one calculator in its sums alone, which
 * are rounded before they are spread over lines: what is to be paid and the gift card used add up to the invoice's
 * total. Throws a `RangeError` beyond `MAX_CENTS`.
 */
export const quote = (selection: Selection): Quote => {
  const { currency, plan, quantity, coupon, giftCard } = selection;
  const chosen = new Map(Object.entries(selection.addons));
  const addons = (plan?.addons ?? [])
    .filter(({ usage }) => !usage)
    .map(({ code, price }) => {
      const taken = quantity && (chosen.get(code) ?? 0);
      return { code, price, taken, cost: priceOf(price, taken) };
    });
  const given = plan && selection.taxAmounts;
  const taxes = !plan || plan.taxExempt || given ? [] : selection.taxes;

  // What the first cycle leaves to the next.
  let off = coupon && !('freeTrial' in coupon.off) ? coupon.off : undefined;
  let card = giftCard?.currency === currency ? giftCard.amount : 0;

  const bill = (cycle: 'now' | 'next'): Amounts => {
    const isFirst = cycle === 'now';
    const trial = isFirst && (plan?.trial || (!!coupon && 'freeTrial' in coupon.off));
    const setupFee = isFirst && plan && quantity ? plan.setupFee : 0;
    const base = plan && !trial ? plan.unit * quantity : 0;
    const extras = trial ? 0 : addons.reduce((sum, { cost }) => sum + cost, 0);
    const discount = off ? discountOn(off, setupFee, base + extras) : 0;
    const subtotal = cents(setupFee + base + extras) - discount;
    const tax = Math.max(0, given?.[cycle] ?? taxOn(BigInt(subtotal), taxes));
    const total = cents(subtotal + tax);
    const used = Math.min(card, total);

    if (coupon?.singleUse && discount) off = undefined;
    card -= used;
    return {
      subtotal,
      plan: base,
      addons: extras,
      setup_fee: setupFee,
      discount,
      tax,
      total: total - used,
      ...(giftCard && { gift_card: used }),
    };
  };
  const now = bill('now');
  const next = bill('next');

  const unitPrice = ({ price, taken }: (typeof addons)[number]) =>
    quantity && (pricedQuantities(price, taken || 1).at(-1)?.unit ?? 0);
  return {
    now,
    next,
    base: {
      plan: plan ? { unit: plan.unit, setup_fee: plan.setupFee } : {},
      addons: Object.fromEntries(addons.map((addon) => [addon.code, unitPrice(addon)])),
    },
    addons: Object.fromEntries(addons.filter(({ code }) => chosen.has(code)).map(({ code, cost }) => [code, cost])),
    taxes,
  };
};
