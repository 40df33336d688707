import type { QuantityPrice } from '../../values/price/selection.ts';
import type { SubscriptionAddOnRecord } from './record.ts';

/** Returns the price of an add-on as it was sold. */
export const quantityPrice = ({ tier_type, tiers, unit_amount_in_cents }: SubscriptionAddOnRecord): QuantityPrice =>
  tier_type === 'flat' ? { model: 'flat', unit: unit_amount_in_cents ?? 0 } : { model: tier_type, tiers };
