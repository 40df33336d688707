import fc from 'fast-check';
import type { TaxRate } from '../cart.ts';
import type { AddonTerms, PlanTerms, PricingSelection, QuantityPrice, SelectionTier } from '../selection.ts';
import { cents, currency, type Features, MINOR_UNITS, percent, rates, SEED } from './random.fixture.ts';

export interface ChosenPlan extends PlanTerms {
  readonly taxExempt: boolean;
}

/** A shopper's choice, and the taxes of the address whether they apply or not. */
export interface Chosen extends PricingSelection {
  readonly plan?: ChosenPlan;
}

/** Returns the taxes that apply to a choice. */
export const taxesOn = ({ plan, taxes, taxAmounts }: Chosen): readonly TaxRate[] =>
  !plan || plan.taxExempt || taxAmounts ? [] : taxes;

/** Returns the selection that the page sends to the calculator. */
export const selectionOf = ({ taxAmounts, ...chosen }: Chosen): PricingSelection => ({
  ...chosen,
  ...(chosen.shipping && { shipping: { ...chosen.shipping, taxes: taxAmounts ? [] : chosen.shipping.taxes } }),
  ...(chosen.plan && taxAmounts && { taxAmounts }),
  taxes: taxesOn({ ...chosen, ...(taxAmounts && { taxAmounts }) }),
});

const UNLIMITED = 999_999_999;
/** The last one is a property of every object. */
const ADDONS = ['seat', 'Seat', 'storage', 'constructor'];

/** The most that a unit may cost. */
const unit = cents(10_000_000);

const tiers: fc.Arbitrary<SelectionTier[]> = fc
  .record({
    endings: fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 2_000 })), {
      maxLength: 3,
    }),
    units: fc.array(unit, { minLength: 4, maxLength: 4 }),
    last: fc.constantFrom(UNLIMITED, UNLIMITED, 2_001),
  })
  .map(({ endings, units, last }) =>
    [...endings.sort((a, b) => a - b), last].map((ending, index) => ({ ending, unit: units[index]! })),
  );

const price: fc.Arbitrary<QuantityPrice> = fc.oneof(
  fc.record({ model: fc.constant('flat' as const), unit }),
  fc.record({ model: fc.constantFrom('tiered' as const, 'volume' as const, 'stairstep' as const), tiers }),
);

const addonPrice = fc.record({ usage: fc.constantFrom(false, false, false, true), price });

const addons: fc.Arbitrary<AddonTerms[]> = fc
  .record({ codes: fc.subarray(ADDONS), prices: fc.tuple(addonPrice, addonPrice, addonPrice, addonPrice) })
  .map(({ codes, prices }) => codes.map((code, index) => ({ code, ...prices[index]! })));

const plan: fc.Arbitrary<ChosenPlan> = fc
  .record({
    code: fc.constantFrom('gold', 'silver'),
    unit,
    secondUnit: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: unit }),
    setupFee: cents(10_000_000),
    trial: fc.constantFrom(false, false, true),
    taxExempt: fc.constantFrom(false, false, false, true),
    addons,
  })
  .map(({ secondUnit, ...terms }) => ({ ...terms, ...(secondUnit === null ? {} : { secondUnit }) }));

const quantity = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 1_000_000 }) },
);

const addonQuantity = fc.oneof(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 1_000_000 }));

const chosen = fc
  .record({
    codes: fc.subarray(ADDONS, { minLength: 1 }),
    quantities: fc.tuple(addonQuantity, addonQuantity, addonQuantity, addonQuantity),
  })
  .map(({ codes, quantities }) => Object.fromEntries(codes.map((code, index) => [code, quantities[index]!])));

const singleUse = fc.boolean();
const coupon = fc.oneof(
  { weight: 3, arbitrary: fc.record({ off: fc.record({ percent }), singleUse }) },
  { weight: 3, arbitrary: fc.record({ off: fc.record({ amount: cents(10_000_000) }), singleUse }) },
  {
    weight: 1,
    arbitrary: fc.record({ off: fc.constant({ amount: 0 }), freeTrial: fc.constant(true as const), singleUse }),
  },
);

/** Generates a value in `weight` of ten cases, else undefined. */
const inTenths = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 10 - weight, arbitrary: fc.constant(undefined) },
    { weight, arbitrary },
  );

/** The possible choices of a shopper; equal seeds make equal selections. */
export const selections: fc.Arbitrary<Chosen> = fc
  .record({
    currency,
    plan: inTenths(9, plan),
    quantity,
    chosen,
    coupon: inTenths(7, coupon),
    giftCard: inTenths(4, cents(100_000_000)),
    foreignCard: fc.constantFrom(false, false, false, false, true),
    taxes: rates,
    shipping: inTenths(3, fc.record({ amount: cents(1_000_000), own: fc.option(rates, { nil: undefined, freq: 2 }) })),
    taxInclusive: inTenths(3, fc.constant(true as const)),
    taxAmounts: inTenths(1, fc.record({ now: cents(1_000_000), next: cents(1_000_000) })),
  })
  .map(({ currency, plan, quantity, chosen, coupon, giftCard, foreignCard, shipping, taxes, ...tax }) => ({
    currency,
    ...(plan && { plan }),
    quantity,
    addons: chosen,
    ...(coupon && { coupon }),
    // A method with the tax code of the plan has its taxes, which may stand in another order.
    ...(shipping && { shipping: { amount: shipping.amount, taxes: shipping.own ?? taxes.toReversed() } }),
    ...(giftCard !== undefined && { giftCard: { currency: foreignCard ? 'CHF' : currency, amount: giftCard } }),
    taxes,
    ...(tax.taxInclusive && { taxInclusive: tax.taxInclusive }),
    ...(tax.taxAmounts && { taxAmounts: tax.taxAmounts }),
  }));

/** Returns `count` selections, always the same. */
export const someSelections = (count: number): Chosen[] => fc.sample(selections, { seed: SEED, numRuns: count });

const chosenModel = (model: QuantityPrice['model']) => (selection: Chosen) =>
  priced(selection).some(({ price }) => price.model === model);
const priced = ({ plan, addons }: Chosen) =>
  (plan?.addons ?? []).filter(({ code, usage }) => !usage && Object.hasOwn(addons, code));
const off = (kind: 'percent' | 'amount' | 'freeTrial', singleUse: boolean) => (selection: Chosen) =>
  selection.coupon?.singleUse === singleUse &&
  kind in (selection.coupon.freeTrial ? selection.coupon : selection.coupon.off);
const taxed = (count: number) => (selection: Chosen) =>
  selection.plan?.taxExempt === false && !selection.taxAmounts && selection.taxes.length === count;

const shipped = ({ plan, shipping, taxAmounts }: Chosen): boolean =>
  Boolean(plan && shipping?.amount && shipping.taxes.length > 0 && !taxAmounts);
const hasRatesOfPlan = ({ plan, shipping, taxes }: Chosen): boolean =>
  plan?.taxExempt === false && JSON.stringify(shipping?.taxes) === JSON.stringify(taxes.toReversed());

export const SELECTION_FEATURES: Features<Chosen> = {
  'no plan': [0.03, ({ plan }) => !plan],
  'a trial': [0.2, ({ plan }) => Boolean(plan?.trial)],
  'a setup fee': [0.6, ({ plan }) => Boolean(plan?.setupFee)],
  'a quantity of nothing': [0.05, ({ quantity }) => quantity === 0],
  'a quantity of some': [0.4, ({ quantity }) => quantity > 1 && quantity < 100],
  'a quantity of thousands': [0.1, ({ quantity }) => quantity >= 1_000],
  'flat add-ons': [0.25, chosenModel('flat')],
  'tiered add-ons': [0.08, chosenModel('tiered')],
  'volume add-ons': [0.08, chosenModel('volume')],
  'stairstep add-ons': [0.08, chosenModel('stairstep')],
  'several add-ons': [0.12, (selection) => priced(selection).length > 1],
  'an add-on paid by usage, chosen': [
    0.1,
    ({ plan, addons }) => Boolean(plan?.addons.some(({ code, usage }) => usage && Object.hasOwn(addons, code))),
  ],
  'an add-on left alone': [
    0.2,
    ({ plan, addons }) => Boolean(plan?.addons.some(({ code }) => !Object.hasOwn(addons, code))),
  ],
  'a chosen add-on that the plan does not have': [
    0.2,
    ({ plan, addons }) => Object.keys(addons).some((code) => !plan?.addons.some((addon) => addon.code === code)),
  ],
  'a percent coupon': [0.1, off('percent', false)],
  'a percent coupon, single use': [0.1, off('percent', true)],
  'an amount coupon': [0.1, off('amount', false)],
  'an amount coupon, single use': [0.1, off('amount', true)],
  'a coupon of free trial': [
    0.05,
    (selection) => off('freeTrial', true)(selection) || off('freeTrial', false)(selection),
  ],
  'a single use in a trial': [0.05, ({ plan, coupon }) => Boolean(plan?.trial && coupon?.singleUse)],
  'a gift card': [0.3, ({ giftCard }) => Boolean(giftCard)],
  'a gift card in another currency': [
    0.05,
    ({ currency, giftCard }) => Boolean(giftCard && giftCard.currency !== currency),
  ],
  'a gift card and tax': [0.1, (selection) => Boolean(selection.giftCard) && !taxed(0)(selection)],
  'prices that contain their tax': [0.15, (selection) => Boolean(selection.taxInclusive) && !taxed(0)(selection)],
  'a shipping fee': [0.15, ({ plan, shipping }) => Boolean(plan && shipping?.amount)],
  'a shipping fee after a trial': [0.04, ({ plan, shipping }) => Boolean(plan?.trial && shipping?.amount)],
  'a shipping fee at the rates of the plan': [0.03, (selection) => shipped(selection) && hasRatesOfPlan(selection)],
  'a shipping fee at other rates': [0.05, (selection) => shipped(selection) && !hasRatesOfPlan(selection)],
  'no rate of tax': [0.1, taxed(0)],
  'one rate': [0.1, taxed(1)],
  'two rates': [0.1, taxed(2)],
  'three rates': [0.1, taxed(3)],
  'a plan exempt from tax': [0.1, ({ plan }) => Boolean(plan?.taxExempt)],
  'amounts of tax': [0.05, ({ taxAmounts }) => Boolean(taxAmounts)],
  'no decimals': [0.2, ({ currency }) => MINOR_UNITS[currency] === 0],
  'two decimals': [0.2, ({ currency }) => MINOR_UNITS[currency] === 2],
  'three decimals': [0.2, ({ currency }) => MINOR_UNITS[currency] === 3],
};
