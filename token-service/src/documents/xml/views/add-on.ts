import type { SubscriptionAddOnRecord } from '@service/billing/domain/subscriptions/record.ts';
import type { DetailedSubscription } from '@service/billing/queries/subscriptions/subscriptions.ts';

/** Returns the view of add-ons: with the prices that they were sold at, as requests name them. */
export const addOnView =
  ({ item_states }: Pick<DetailedSubscription, 'item_states'>) =>
  (addOn: SubscriptionAddOnRecord) => ({
    ...addOn,
    add_on_source: addOn.add_on_source ?? 'plan_add_on',
    item_state: item_states.get(addOn.item_code ?? '') ?? null,
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
