import { priceOf } from '../../values/price/tiers.ts';
import { quantityPrice } from '../subscriptions/quantity-price.ts';
import type { SubscriptionRecord } from '../subscriptions/record.ts';

/** Returns the cents that a period costs before discount and tax: the plan and its fixed add-ons, without usage. */
export const recurringTotal = ({ unit_amount_in_cents, quantity, add_ons }: SubscriptionRecord): number =>
  add_ons
    .filter(({ add_on_type }) => add_on_type === 'fixed')
    .reduce((sum, addOn) => sum + priceOf(quantityPrice(addOn), addOn.quantity ?? 1), unit_amount_in_cents * quantity);
