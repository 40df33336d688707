import { itemIssues } from '../../../domain/items/sold-item.ts';
import type { PlanRecord } from '../../../domain/plans/record.ts';
import type { SubscriptionAddOnRecord } from '../../../domain/subscriptions/record.ts';
import type { Records } from '../../../ports/storage.ts';
import type { Issue } from '../../../values/failure.ts';
import { FLAT_PRICED, ownPrice, ownPriceIssues, type RequestedAddOn } from './agreed-price.ts';

/**
 * Looks up an item that a request sells with a subscription besides the add-ons of its plan; returns the problems when
 * it cannot be sold. An item has no price of its own.
 */
export const findOrderedItem = async (
  { items }: Pick<Records, 'items'>,
  plan: Pick<PlanRecord, 'allow_any_item_on_subscriptions'>,
  sent: RequestedAddOn,
  field: string,
): Promise<SubscriptionAddOnRecord | readonly Issue[]> => {
  const code = sent.add_on_code?.trim();
  if (!code) return [{ field: `${field}.add_on_code`, symbol: 'blank' }];
  if (!plan.allow_any_item_on_subscriptions)
    return [{ field: `${field}.add_on_source`, symbol: 'invalid', reason: 'items_not_allowed' }];
  const item = await items.find(code);
  const issues: Issue[] = [...itemIssues(`${field}.add_on_code`, item), ...itemPriceIssues(sent, field)];
  if (typeof sent.unit_amount_in_cents !== 'number')
    issues.push({ field: `${field}.unit_amount_in_cents`, symbol: 'blank' });
  const priced = ownPrice(undefined, sent, FLAT_PRICED);
  if (!item || !priced || issues.length > 0) return issues;
  return {
    ...priced,
    add_on_code: item.item_code,
    add_on_source: 'item',
    item_code: item.item_code,
    external_sku: item.external_sku,
    add_on_type: 'fixed',
    name: item.name,
    quantity: sent.quantity ?? 1,
    revenue_schedule_type: sent.revenue_schedule_type ?? item.revenue_schedule_type,
    usage_type: null,
    usage_timeframe: null,
    usage_calculation_type: null,
    measured_unit_id: null,
    accounting_code: item.accounting_code,
  };
};

/** Returns the issues of prices that an item cannot have: tiers, percentages and usage. */
export const itemPriceIssues = (sent: RequestedAddOn, field: string): Issue[] => [
  ...ownPriceIssues(sent, FLAT_PRICED, field),
  ...(typeof sent.usage_percentage === 'string'
    ? [{ field: `${field}.usage_percentage`, symbol: 'present', reason: 'of_a_flat_percentage' } satisfies Issue]
    : []),
];
