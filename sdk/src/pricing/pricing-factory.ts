import type { Lookups } from './catalogue.ts';
import { Pricing } from './pricing.ts';
import type { PricingFactory } from './types.ts';

/** What begins a price, with `new` or without it. */
export const pricingFactory = (lookups: Lookups, usualCurrency: () => string): PricingFactory => {
  function Subscription() {
    return new Pricing(lookups, usualCurrency);
  }
  return Object.assign(Subscription, { Subscription }) as PricingFactory;
};
