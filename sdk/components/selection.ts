import type { Address, Price, PricingChain, PricingSteps, Service, ServiceError, TaxOptions } from '@service/sdk';

/** The order of a customer, to be priced. Every part but the plan is optional. */
export interface Selection {
  /** The code of the plan. Nothing is priced without it. */
  readonly plan?: string | undefined;
  /** The quantity of the plan. Default 1. */
  readonly quantity?: number | undefined;
  /** Quantities by the code of the add-on. */
  readonly addons?: Readonly<Record<string, number>> | undefined;
  readonly coupon?: string | undefined;
  /** The code of the shipping method, and its fee for each period, in major units: 4.9. */
  readonly shipping?: { readonly method: string; readonly amount: number } | undefined;
  readonly giftCard?: string | undefined;
  /** ISO 4217. Default: that of the provider. */
  readonly currency?: string | undefined;
  readonly address?: Address | undefined;
  readonly shippingAddress?: Address | undefined;
  readonly tax?: TaxOptions | undefined;
}

/** The parts of a selection that can be refused. */
export type SelectionPart = 'currency' | 'plan' | 'addon' | 'coupon' | 'shipping' | 'giftCard' | 'address' | 'tax';

/** The price of a selection, and what was refused: the price is that of the rest. */
export interface Priced {
  /** Undefined until the first price is known, or without a valid plan. */
  readonly price: Price | undefined;
  readonly errors: Readonly<Partial<Record<SelectionPart, ServiceError>>>;
  /** Whether a price of a changed selection is on its way; `price` is that of the selection before. */
  readonly pending: boolean;
}

export const UNPRICED: Priced = { price: undefined, errors: {}, pending: true };

type Step = readonly [SelectionPart, (steps: PricingSteps) => PricingChain<unknown>];

const stepsOf = (selection: Selection): Step[] => {
  const {
    plan,
    quantity = 1,
    addons = {},
    coupon,
    shipping,
    giftCard,
    currency,
    address,
    shippingAddress,
    tax,
  } = selection;
  const steps: (Step | false | undefined)[] = [
    plan !== undefined && ['plan', (each) => each.plan(plan, { quantity })],
    // After the plan, whose currencies are known then.
    currency !== undefined && ['currency', (each) => each.currency(currency)],
    ...Object.entries(addons).map(([code, count]): Step => ['addon', (each) => each.addon(code, { quantity: count })]),
    shipping && ['shipping', ({ shipping: ship }) => ship(shipping.method, { amount: shipping.amount })],
    address && ['address', (each) => each.address(address)],
    shippingAddress && ['address', (each) => each.shippingAddress(shippingAddress)],
    tax && ['tax', (each) => each.tax(tax)],
    coupon !== undefined && coupon !== '' && ['coupon', (each) => each.coupon(coupon)],
    giftCard !== undefined && giftCard !== '' && ['giftCard', (each) => each.giftcard(giftCard)],
  ];
  return steps.filter((step): step is Step => Boolean(step));
};

/**
 * Prices a selection, and calls back once. What is refused is left out, and reported by its part. Returns a function
 * after which nothing is called back. The service keeps plans and taxes that it has looked up, so a changed quantity
 * asks no server.
 */
export const priceSelection = (
  service: Service,
  selection: Selection,
  callback: (priced: Priced) => void,
): (() => void) => {
  const errors: Partial<Record<SelectionPart, ServiceError>> = {};
  const pricing = service.Pricing();
  let wanted = true;
  const end = (price: Price | undefined) => {
    if (wanted)
      callback({ price: errors.plan || selection.plan === undefined ? undefined : price, errors, pending: false });
  };
  let chain: PricingChain<unknown> = pricing.reset();
  for (const [part, step] of stepsOf(selection)) {
    chain = step(chain).catch((error) => {
      errors[part] ??= error;
    });
  }
  chain.done(end, () => end(undefined));
  return () => {
    wanted = false;
  };
};
