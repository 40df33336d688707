import type { ShownSubscription, SubscriptionRecord } from '@service/billing/domain/subscriptions/record.ts';
import { shippingFeeOf } from '@service/billing/domain/subscriptions/shipping-fee.ts';
import { moneyOf } from '../../parts/figures.ts';
import { subscriptionPath } from '../../parts/paths.ts';
import { intervalInWords } from '../catalogue/catalogue-parts.ts';

type Agreed = Pick<
  SubscriptionRecord,
  | 'unit_amount_in_cents'
  | 'quantity'
  | 'interval_length'
  | 'interval_unit'
  | 'plan_name'
  | 'add_ons'
  | 'shipping_method_code'
  | 'shipping_amount_in_cents'
>;

/** `$19.99 × 3 every month, with 2 add-ons, shipped for $5.00`. */
export const priceInWords = (agreed: Agreed, currency: string): string => {
  const times = agreed.quantity === 1 ? '' : ` × ${agreed.quantity}`;
  const count = agreed.add_ons.length;
  const addOns = count === 0 ? '' : `, with ${count} add-on${count === 1 ? '' : 's'}`;
  const fee = shippingFeeOf(agreed);
  const shipped = fee > 0 ? `, shipped for ${moneyOf(fee, currency)}` : '';
  return `${moneyOf(agreed.unit_amount_in_cents, currency)}${times} ${intervalInWords(agreed.interval_length, agreed.interval_unit)}${addOns}${shipped}`;
};

/** The link from an action back to its subscription. */
export const backToSubscription = ({ uuid, plan_name }: Pick<ShownSubscription, 'uuid' | 'plan_name'>) => ({
  href: subscriptionPath(uuid),
  label: plan_name,
});
