import type { Period } from '../../values/periods/period.ts';
import { LAST_MOMENT, type Seconds } from '../../values/time.ts';
import { boundaryAfter, currentPeriod } from './periods.ts';
import type { SubscriptionAddOnRecord, SubscriptionRecord } from './record.ts';

/** Whether the last record of a period is billed instead of their sum. */
export const isLastCounted = ({ usage_calculation_type }: Pick<SubscriptionAddOnRecord, 'usage_calculation_type'>) =>
  usage_calculation_type === 'last_in_period';

/** Whether tiers go on from one period to the next, until the term ends. */
export const isCountedByTerm = ({
  tier_type,
  usage_timeframe,
}: Pick<SubscriptionAddOnRecord, 'tier_type' | 'usage_timeframe'>): boolean =>
  tier_type === 'tiered' && usage_timeframe === 'subscription_term';

/**
 * Returns the term that a moment is in. The current term has no end, because usage may be dated a few minutes ahead;
 * earlier terms are counted back from its start.
 */
export const termWindow = (subscription: SubscriptionRecord, moment: Seconds): Period => {
  const cycles = subscription.total_billing_cycles ?? 1;
  let endsAt: Seconds = LAST_MOMENT;
  let startedAt = subscription.current_term_started_at ?? currentPeriod(subscription).startedAt;
  while (startedAt > moment) {
    endsAt = startedAt;
    startedAt = boundaryAfter(subscription, startedAt, -cycles);
  }
  return { startedAt, endsAt };
};
