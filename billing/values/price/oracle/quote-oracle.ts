/** The expected result of `quote`: the formulas of the price, one after the other, without a cart. */
import type { TaxRate } from '../cart.ts';
import type { AddonTerms, AmountsByCurrency, QuantityPrice, Quote, SelectionTier } from '../selection.ts';
import { decimal, fraction, plus, round, sum, times, whole } from './fraction.ts';
import { type Chosen, taxesOn } from './selections.fixture.ts';

const NOTHING = { subtotal: 0, plan: 0, addons: 0, setup_fee: 0, discount: 0, tax: 0, total: 0 };

export const oracleOfQuote = (selection: Chosen): Quote => {
  const { plan, quantity, coupon, shipping, giftCard, taxAmounts } = selection;
  if (!plan) {
    const nothing = { ...NOTHING, ...(shipping && { shipping: 0 }), ...(giftCard && { gift_card: 0 }) };
    return { now: nothing, next: nothing, base: { plan: {}, addons: {} }, addons: {} };
  }
  const off = coupon?.off ?? { amount: 0 };
  const trial = plan.trial || coupon?.freeTrial;

  // 1
  const plan_now = trial ? 0 : plan.unit * quantity;
  const plan_next = (trial || plan.secondUnit === undefined ? plan.unit : plan.secondUnit) * quantity;

  // 2
  const fixed = plan.addons.filter(({ usage }) => !usage);
  const isChosen = ({ code }: AddonTerms) => Object.hasOwn(selection.addons, code);
  const chosenQuantity = (addon: AddonTerms) => (isChosen(addon) ? selection.addons[addon.code]! : 0);
  const totals = fixed.filter(isChosen).map((addon) => ({
    code: addon.code,
    total: quantity < 1 ? 0 : priceOf(addon.price, chosenQuantity(addon)),
  }));
  const addons_next = totals.reduce((all, { total }) => all + total, 0);
  const addons_now = trial ? 0 : addons_next;
  const units = fixed.map((addon) => ({
    code: addon.code,
    unit: quantity < 1 ? 0 : unitOf(addon.price, Math.max(chosenQuantity(addon), 1)),
  }));

  // 3
  const setup_now = quantity > 0 ? plan.setupFee : 0;

  // 4
  const S_now = plan_now + addons_now;
  const S_next = plan_next + addons_next;

  // 5
  let D_now = 0;
  let D_next = 0;
  if ('percent' in off) {
    const rate = fraction(BigInt(off.percent), 100n);
    D_now = round(times(whole(S_now), rate));
    D_next = round(times(whole(S_next), rate));
  } else if ('amount' in off) {
    D_now = Math.min(S_now + setup_now, off.amount);
    D_next = Math.min(S_next, off.amount);
  }
  if (coupon?.singleUse && D_now > 0) D_next = 0;

  // 6
  const left_now = S_now - D_now + setup_now;
  const left_next = S_next - D_next;

  // 7: on top, or within: left * r / (1 + r)
  const partOf = (rates: readonly TaxRate[]) => {
    const r = sum(rates.map(({ rate }) => decimal(rate)));
    return selection.taxInclusive ? fraction(r.top, r.top + r.bottom) : r;
  };
  const ofPlan = taxesOn(selection);
  const ofFee = shipping?.taxes ?? [];
  const named = (rates: readonly TaxRate[]) =>
    rates.map(({ type, region, rate }) => `${type}/${region}/${rate}`).sort();
  const exactTax = (left: number, fee: number): number => {
    const [onPlan, onFee] = [times(whole(left), partOf(ofPlan)), times(whole(fee), partOf(ofFee))];
    // Rounded once for each set of rates.
    return named(ofPlan).join() === named(ofFee).join() ? round(plus(onPlan, onFee)) : round(onPlan) + round(onFee);
  };
  const taxOf = (left: number, fee: number, given: number | undefined): number => {
    const tax = Math.max(0, given ?? exactTax(left, fee));
    return selection.taxInclusive ? Math.min(tax, left + fee) : tax;
  };
  const fee_next = quantity > 0 ? (shipping?.amount ?? 0) : 0;
  const fee_now = trial ? 0 : fee_next;
  const tax_now = taxOf(left_now, fee_now, taxAmounts?.now);
  const tax_next = taxOf(left_next, fee_next, taxAmounts?.next);
  const subtotal_now = left_now + fee_now - (selection.taxInclusive ? tax_now : 0);
  const subtotal_next = left_next + fee_next - (selection.taxInclusive ? tax_next : 0);

  // 8
  const total_now = subtotal_now + tax_now;
  const total_next = subtotal_next + tax_next;

  // 9
  const G = giftCard?.currency === selection.currency ? giftCard.amount : 0;
  const use_now = Math.min(G, total_now);
  const use_next = Math.min(G - use_now, total_next);
  const withCard = (amounts: AmountsByCurrency, used: number): AmountsByCurrency =>
    giftCard ? { ...amounts, total: amounts.total - used, gift_card: used } : amounts;

  const feeOf = (fee: number) => (shipping ? { shipping: fee } : {});
  const now = { plan: plan_now, addons: addons_now, setup_fee: setup_now, discount: D_now, ...feeOf(fee_now) };
  const next = { plan: plan_next, addons: addons_next, setup_fee: 0, discount: D_next, ...feeOf(fee_next) };
  return {
    now: withCard({ ...now, subtotal: subtotal_now, tax: tax_now, total: total_now }, use_now),
    next: withCard({ ...next, subtotal: subtotal_next, tax: tax_next, total: total_next }, use_next),
    base: {
      plan: { unit: plan.unit, setup_fee: plan.setupFee },
      addons: Object.fromEntries(units.map(({ code, unit }) => [code, unit])),
    },
    addons: Object.fromEntries(totals.map(({ code, total }) => [code, total])),
  };
};

/** Section 3: flat and volume all units at one price, tiered each at its own, stairstep one price for any number. */
const priceOf = (price: QuantityPrice, quantity: number): number => {
  if (price.model === 'flat') return quantity * price.unit;
  if (price.model === 'volume') return quantity * unitOf(price, quantity);
  if (price.model === 'stairstep') return unitOf(price, quantity);
  let all = 0;
  let priced = 0;
  for (const { ending, unit } of endless(price.tiers)) {
    const here = Math.max(0, Math.min(quantity, ending) - priced);
    all += here * unit;
    priced += here;
  }
  return all;
};

const unitOf = (price: QuantityPrice, quantity: number): number =>
  price.model === 'flat' ? price.unit : endless(price.tiers).find(({ ending }) => quantity <= ending)!.unit;

/** Returns tiers of which the last has no end, whatever its value. */
const endless = (tiers: readonly SelectionTier[]): SelectionTier[] =>
  tiers.map((tier, index) => (index === tiers.length - 1 ? { ...tier, ending: Number.POSITIVE_INFINITY } : tier));
