import { decimalFraction } from '../../values/money/fraction.ts';
import { taxOn, taxWithin } from '../../values/price/taxes.ts';
import { periodPrice } from './products.ts';
import { agreedNext } from './ramp.ts';
import type { SubscriptionRecord } from './record.ts';

/**
 * Returns the tax on the next full period in cents, at the rate of the latest billing: on the agreed plan and fixed
 * add-ons, or within their prices, without setup fee, usage and coupons. Null if the subscription was not taxed.
 */
export const recurringTax = (subscription: SubscriptionRecord): number | null => {
  const { tax_rate, tax_inclusive } = subscription;
  if (tax_rate === null) return null;
  const price = BigInt(periodPrice(agreedNext(subscription)));
  return (tax_inclusive ? taxWithin : taxOn)(price, decimalFraction(tax_rate));
};
