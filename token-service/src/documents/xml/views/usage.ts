import type { UsageRecord } from '@service/billing/domain/usages/record.ts';
import { percentageView, tierView } from './add-on.ts';

/** Usage with the price that was agreed when it was recorded, as requests name it. */
export const usageView = (usage: UsageRecord) => ({
  ...usage,
  tiers: usage.tiers.map(tierView),
  percentage_tiers: (usage.percentage_tiers ?? []).map(percentageView),
});
