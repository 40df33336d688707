import type { AddOn } from '../../resources/add-on.ts';
import type { Issue } from '../../values/failure.ts';

type UsageTerms = Pick<AddOn, 'add_on_type' | 'usage_type' | 'tier_type'> & {
  readonly usage_timeframe?: AddOn['usage_timeframe'];
  readonly usage_calculation_type?: AddOn['usage_calculation_type'];
};

/** Whether the usage of an add-on goes through tiers, one after the other. */
export const isCounted = ({ add_on_type, tier_type }: Pick<AddOn, 'add_on_type' | 'tier_type'>): boolean =>
  add_on_type === 'usage' && tier_type === 'tiered';

/**
 * Returns the issues of how usage is counted. Only tiered usage has a counter that can go on through a term, and only
 * usage at a price has a last record. A last record is not counted on.
 */
export const usageTermIssues = (
  { add_on_type, usage_type, tier_type, usage_timeframe, usage_calculation_type }: UsageTerms,
  path: string,
): Issue[] => {
  const timeframe = usage_timeframe && !isCounted({ add_on_type, tier_type });
  const calculation = usage_calculation_type && !(add_on_type === 'usage' && usage_type === 'price');
  const both = usage_timeframe === 'subscription_term' && usage_calculation_type === 'last_in_period';
  return [
    ...(timeframe ? [{ field: `${path}.usage_timeframe`, symbol: 'present', reason: 'of_tiered_usage' } as const] : []),
    ...(calculation
      ? [{ field: `${path}.usage_calculation_type`, symbol: 'present', reason: 'of_usage_at_a_price' } as const]
      : []),
    ...(both && !timeframe && !calculation
      ? [{ field: `${path}.usage_calculation_type`, symbol: 'invalid', reason: 'last_record_in_a_term' } as const]
      : []),
  ];
};
