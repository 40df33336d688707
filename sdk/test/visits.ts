/** A random selection: the calls of the page, the answers of the catalogue, and the expected price. */
import type {
  AddonDocument,
  CouponDocument,
  GiftCardDocument,
  PlanDocument,
  TaxDocument,
} from '@service/billing/values/catalogue/browser.ts';
import type { TaxRate } from '@service/billing/values/price/cart.ts';
import { oracleOfQuote } from '@service/billing/values/price/oracle/quote-oracle.ts';
import { MINOR_UNITS } from '@service/billing/values/price/oracle/random.fixture.ts';
import { type Chosen, type ChosenPlan, taxesOn } from '@service/billing/values/price/oracle/selections.fixture.ts';
import type { AddonTerms, CouponTerms } from '@service/billing/values/price/selection.ts';

export interface Visit {
  readonly selection: Chosen;
  /** Methods of Pricing with their arguments, in order. */
  readonly steps: readonly (readonly [method: string, ...args: unknown[]])[];
  /** Documents by path below the API's address; that of a tax is its tax code or, without one, its postal code. */
  readonly documents: Readonly<Record<string, unknown>>;
  /** The expected price object, without its symbol. */
  readonly price: unknown;
  /** Codes of the errors that the page gets. */
  readonly errors: readonly string[];
}

/** A currency without prices, which comes first in every list. */
const ELSEWHERE = 'CHF';

/** An unselected address, to detect that it is used by mistake. */
const DECOY = { unit_amount: 77.77, unit_amount_in_cents: 7777 };

/** Cents as decimal text, with at least two digits after the point. */
const textOf = (cents: number, currency: string): string => {
  const decimals = MINOR_UNITS[currency]!;
  const digits = String(cents).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return `${digits.slice(0, point)}.${digits.slice(point).padEnd(2, '0')}`;
};

const amountsIn = (currency: string) => {
  const major = (cents: number): number => Number(textOf(cents, currency));
  const unit = (cents: number) => ({ unit_amount: major(cents), unit_amount_in_cents: cents });
  return { major, unit };
};

const addonDocument = ({ code, usage, price }: AddonTerms, currency: string): AddonDocument => {
  const { unit } = amountsIn(currency);
  const tier = (ending_quantity: number, amount: number) => ({
    ending_quantity,
    currencies: [
      { currency_code: ELSEWHERE, ...DECOY },
      { currency_code: currency, ...unit(amount) },
    ],
  });
  const soldElsewhere = { ending_quantity: 1, currencies: [{ currency_code: ELSEWHERE, ...DECOY }] };
  return {
    code,
    name: `Add-on ${code}`,
    quantity: 1,
    add_on_type: usage ? 'usage' : 'fixed',
    optional: true,
    usage_type: usage ? 'price' : null,
    usage_percentage: null,
    tier_type: price.model,
    price: price.model === 'flat' ? { [ELSEWHERE]: DECOY, [currency]: unit(price.unit) } : {},
    tiers: price.model === 'flat' ? [] : [soldElsewhere, ...price.tiers.map((each) => tier(each.ending, each.unit))],
  };
};

const planDocument = (plan: ChosenPlan, currency: string): PlanDocument => {
  const { major, unit } = amountsIn(currency);
  return {
    code: plan.code,
    name: `Plan ${plan.code}`,
    period: { interval: 'months', length: 1 },
    ...(plan.trial && { trial: { interval: 'days', length: 7 } as const }),
    price: {
      [ELSEWHERE]: { ...DECOY, setup_fee: 77.77, setup_fee_in_cents: 7777, symbol: ELSEWHERE },
      [currency]: {
        ...unit(plan.unit),
        ...(plan.secondUnit !== undefined && {
          second_unit_amount: major(plan.secondUnit),
          second_unit_amount_in_cents: plan.secondUnit,
        }),
        setup_fee: major(plan.setupFee),
        setup_fee_in_cents: plan.setupFee,
        symbol: currency,
      },
    },
    tax_code: null,
    tax_exempt: plan.taxExempt,
    addons: plan.addons.map((addon) => addonDocument(addon, currency)),
  };
};

const discountDocument = ({ off, freeTrial }: CouponTerms, currency: string): CouponDocument['discount'] => {
  if (freeTrial) return { type: 'free_trial', amount: {} };
  if ('percent' in off) return { type: 'percent', rate: Number(`${off.percent}e-2`), percent: off.percent };
  const { major } = amountsIn(currency);
  const here = off.amount > 0;
  return {
    type: 'dollars',
    amount: { [ELSEWHERE]: 77.77, ...(here && { [currency]: major(off.amount) }) },
    amount_in_cents: { [ELSEWHERE]: 7777, ...(here && { [currency]: off.amount }) },
  };
};

const couponDocument = (terms: CouponTerms, code: string, currency: string): CouponDocument => ({
  code,
  name: `Coupon ${code}`,
  discount: discountDocument(terms, currency),
  single_use: terms.singleUse,
  duration: terms.singleUse ? 'single_use' : 'forever',
  temporal_unit: null,
  temporal_amount: null,
  applies_for_months: null,
  plans: [],
  applies_to_plans: true,
  applies_to_all_plans: true,
  applies_to_non_plan_charges: false,
  redemption_resource: 'account',
});

/** A merchant's own catalogue may write amounts as numbers of major units. */
const withoutTwins = (document: unknown): unknown =>
  JSON.parse(JSON.stringify(document), (name, value) => (/_in_cents$|^percent$/.test(name) ? undefined : value));

/** A number that rounds to these cents, half away from zero. */
const roundedTo = (cents: number, currency: string, upwards: boolean): number => {
  const decimals = MINOR_UNITS[currency]!;
  const [units = '', fraction = ''] = textOf(upwards ? cents - 1 : cents, currency).split('.');
  return Number(`${units}.${fraction.slice(0, decimals)}${upwards ? 5 : 4}`);
};

/** Returns a selection. `index` keeps selections apart, and varies what must not matter. */
export const visitOf = (selection: Chosen, index: number): Visit => {
  const { currency, quantity, coupon, giftCard, shipping, taxAmounts, taxInclusive } = selection;
  const plan = selection.plan && { ...selection.plan, code: `${selection.plan.code}-${index}` };
  const [couponCode, cardCode, postal_code] = [`SAVE-${index}`, `GIFT-${index}`, String(index)];
  const [method, feeCode] = [`SHIP-${index}`, `fee-${index}`];
  const isOdd = index % 2 === 1;

  const addonSteps = (plan?.addons ?? []).flatMap(({ code }) => {
    if (Object.hasOwn(selection.addons, code)) return [['addon', code, { quantity: selection.addons[code] }] as const];
    return isOdd ? [['addon', code, { quantity: 0 }] as const] : [];
  });
  const address = { country: 'US', postal_code };
  const addressSteps = isOdd
    ? ([
        ['address', { country: 'US', postal_code: 'elsewhere' }],
        ['shippingAddress', address],
      ] as const)
    : ([['address', address]] as const);
  const amount = taxAmounts && {
    now: roundedTo(taxAmounts.now, currency, isOdd && taxAmounts.now > 0),
    next: roundedTo(taxAmounts.next, currency, isOdd && taxAmounts.next > 0),
  };
  const taxDocuments = (rates: readonly TaxRate[]) =>
    rates.map(({ type, region, rate }): TaxDocument => ({ type, tax_type: type, region, rate }));
  const card: GiftCardDocument | undefined = giftCard && {
    currency: giftCard.currency,
    ...amountsIn(giftCard.currency).unit(giftCard.amount),
  };
  const documents = {
    ...(plan && { [`plans/${plan.code}`]: planDocument(plan, currency) }),
    ...(coupon && { [`coupons/${couponCode}`]: couponDocument(coupon, couponCode, currency) }),
    ...(card && { [`gift_cards/${cardCode}`]: card }),
    ...(shipping && {
      [`shipping_methods/${method}`]: { code: method, name: 'Parcel', tax_code: feeCode },
      [feeCode]: taxDocuments(shipping.taxes),
    }),
    [postal_code]: taxDocuments(selection.taxes),
  };
  const isForeign = giftCard !== undefined && giftCard.currency !== currency;
  const { giftCard: _, ...withoutCard } = selection;
  return {
    selection,
    steps: [
      ...(plan ? [['plan', plan.code, { quantity }] as const] : []),
      ['currency', currency],
      ...addonSteps,
      ...(plan && coupon ? [['coupon', couponCode] as const] : []),
      ...(shipping ? [['shipping', method, { amount: amountsIn(currency).major(shipping.amount) }] as const] : []),
      ...addressSteps,
      ...(amount || taxInclusive
        ? [['tax', { ...(amount && { amount }), ...(taxInclusive && { inclusive: true }) }] as const]
        : []),
      // The last one, because nothing follows a gift card that is refused.
      ...(giftCard ? [['giftcard', cardCode] as const] : []),
    ],
    documents: isOdd ? (withoutTwins(documents) as Visit['documents']) : documents,
    price: priceOf(isForeign ? withoutCard : selection),
    errors: isForeign ? ['gift-card-currency-mismatch'] : [],
  };
};

/** Formats the result of the oracle. */
const priceOf = (selection: Chosen): unknown => {
  const { currency } = selection;
  const print = (_: string, value: unknown) => (typeof value === 'number' ? textOf(value, currency) : value);
  return JSON.parse(JSON.stringify({ ...oracleOfQuote(selection), taxes: taxesOn(selection), currency }), print);
};
