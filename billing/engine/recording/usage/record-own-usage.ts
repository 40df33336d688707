import { amountOf } from '../../../domain/usages/amount.ts';
import type { UsageRecord } from '../../../domain/usages/record.ts';
import { periodOf } from '../../../domain/usages/usage.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import type { Seconds } from '../../../values/time.ts';

type OwnUsage = Pick<
  UsageRecord,
  | 'account_id'
  | 'subscription_id'
  | 'add_on_code'
  | 'usage_type'
  | 'unit_amount_in_cents'
  | 'usage_percentage'
  | 'tier_type'
  | 'tiers'
  | 'measured_unit_id'
  | 'origin'
> &
  Partial<Pick<UsageRecord, 'usage_timestamp' | 'billed_at' | 'billed_line'>> & { readonly amount: string };

/** Records usage that the service determines itself, now unless it is dated. */
export const recordOwnUsage = async (
  records: Pick<Records, 'usages' | 'next' | 'events'>,
  { ids }: Pick<World, 'ids'>,
  { amount, ...usage }: OwnUsage,
  at: Seconds,
): Promise<void> => {
  const recorded: UsageRecord = {
    usage_timestamp: at,
    billed_at: null,
    billed_line: null,
    ...usage,
    ...amountOf(amount),
    ...periodOf(undefined),
    key: ids.uuid(),
    id: await records.next(`usage/${usage.subscription_id}`),
    merchant_tag: null,
    recording_timestamp: at,
    created_at: at,
    updated_at: null,
    changed_at: at,
  };
  await records.usages.add(recorded);
  records.events.say({ type: 'new_usage', usage: recorded });
};
