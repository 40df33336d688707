import type { SubscriptionAddOnRecord } from '@service/billing/domain/subscriptions/record.ts';

/** An add-on with the prices that it was sold at, as requests name them. */
export const addOnView = (addOn: SubscriptionAddOnRecord) => ({
  ...addOn,
  tiers: addOn.tiers.map(tierView),
  percentage_tiers: (addOn.percentage_tiers ?? []).map(percentageView),
});

export const tierView = ({ ending, unit }: SubscriptionAddOnRecord['tiers'][number]) => ({
  ending_quantity: ending,
  unit_amount_in_cents: unit,
});

type PercentageStep = NonNullable<SubscriptionAddOnRecord['percentage_tiers']>[number];

export const percentageView = ({ ending, percentage }: PercentageStep) => ({
  ending_amount_in_cents: ending,
  usage_percentage: percentage,
});
