import { decimalFraction } from '../../values/money/fraction.ts';
import { taxOn } from '../../values/price/taxes.ts';
import { periodPrice } from './products.ts';
import type { SubscriptionRecord } from './record.ts';

/**
 * Returns the tax on the next full period in cents, at the rate of the latest billing: on the agreed plan and fixed
 * add-ons, without setup fee, usage and coupons. Null if the subscription was not taxed.
 */
export const recurringTax = (subscription: SubscriptionRecord): number | null => {
  const { tax_rate, pending } = subscription;
  if (tax_rate === null) return null;
  return taxOn(BigInt(periodPrice(pending?.at === 'bill_date' ? pending : subscription)), decimalFraction(tax_rate));
};
