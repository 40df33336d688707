import { amountOf } from '../../domain/usages/amount.ts';
import type { UsageRecord } from '../../domain/usages/record.ts';
import {
  agreedPrice,
  amountIssues,
  isLate,
  momentIssues,
  periodOf,
  recordingIssues,
  refuseUsage,
  sentAmount,
  usageAddOnOf,
} from '../../domain/usages/usage.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { recordOnce } from '../../engine/recording/request-outcome.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needSubscription } from '../../queries/subscriptions/subscriptions.ts';
import { type UsageOwner, usageBeyondLimit } from '../../queries/subscriptions/usages.ts';
import type { Submitted } from '../../resources/submitted.ts';
import type { UsageInput } from '../../resources/usage.ts';
import { type Issue, notFound, refuse } from '../../values/failure.ts';

/**
 * Records usage of an add-on of a subscription, at the currently agreed price. Usage of a period that was billed
 * already is late: the next invoice bills it. Throws `not_found`, `add_on_not_usage`, `subscription_expired`,
 * `usage_not_recordable` and `Invalid`.
 */
export const recordUsage =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, owner: UsageOwner, { value, issues }: Submitted<UsageInput>): Promise<UsageRecord> =>
    recordOnce({ storage }, caller, async (records) => {
      const { at } = caller;
      const { add_on_code } = owner;
      const subscription = await needSubscription(records, owner.subscription_uuid);
      const addOn = usageAddOnOf(subscription, add_on_code);
      if (!addOn) throw notFound('AddOn', 'add_on_code', add_on_code);
      refuseUsage(subscription, at);
      const amount = sentAmount(value);
      const moment = value.usage_timestamp ?? at;
      const late = isLate(subscription, moment)
        ? await records.adjustments.billedPeriod(subscription.uuid, add_on_code, moment)
        : undefined;
      refuse([
        ...issues,
        ...missingAmount(amount, issues),
        ...(amount === undefined ? [] : amountIssues(addOn, amount)),
        ...momentIssues(subscription, addOn, moment, { at, billed: late }),
        ...recordingIssues(value, at),
      ]);
      refuseUsage(subscription, Math.max(at, moment));
      const id = await records.next(`usage/${subscription.uuid}`);
      refuse(await usageBeyondLimit(records, { subscription, addOn, late, amount: amount ?? '0', records: id }));
      const recorded: UsageRecord = {
        ...agreedPrice(addOn),
        ...amountOf(amount ?? '0'),
        ...periodOf(late),
        key: world.ids.uuid(),
        id,
        account_id: subscription.account_id,
        subscription_id: subscription.uuid,
        add_on_code,
        merchant_tag: value.merchant_tag ?? null,
        recording_timestamp: value.recording_timestamp ?? at,
        usage_timestamp: moment,
        origin: 'client',
        created_at: at,
        updated_at: null,
        changed_at: at,
        billed_at: null,
        billed_line: null,
      };
      await records.usages.add(recorded);
      await records.auditLog.append(auditEntry(world, caller, 'usage.recorded', recorded.key));
      return recorded;
    });

const missingAmount = (amount: string | undefined, issues: readonly Issue[]): Issue[] =>
  amount === undefined && !issues.some(({ field }) => field.startsWith('usage.amount'))
    ? [{ field: 'usage.amount', symbol: 'blank' }]
    : [];
