import { addAbsent } from '../absent.ts';
import type { Lookups } from './catalogue.ts';
import { type LoadBinding, Pricing } from './pricing.ts';
import type { PricingFactory } from './types.ts';

/** Creates a `Pricing`, with or without `new`. */
export const pricingFactory = (
  lookups: Lookups,
  usualCurrency: () => string,
  loadBinding: LoadBinding,
): PricingFactory => {
  function Subscription() {
    return new Pricing(lookups, usualCurrency, loadBinding);
  }
  addAbsent(Subscription, 'Checkout');
  return Object.assign(Subscription, { Subscription }) as PricingFactory;
};
