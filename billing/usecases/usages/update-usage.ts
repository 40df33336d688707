import { addOnOf } from '../../domain/subscriptions/agreement.ts';
import { amountOf } from '../../domain/usages/amount.ts';
import type { UsageRecord } from '../../domain/usages/record.ts';
import {
  amountIssues,
  isLate,
  momentIssues,
  periodOf,
  recordingIssues,
  refuseUsage,
  sentAmount,
} from '../../domain/usages/usage.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needUsage, refuseWhilePaying, type UsageOwner, usageBeyondLimit } from '../../queries/subscriptions/usages.ts';
import type { Submitted } from '../../resources/submitted.ts';
import type { UsageInput } from '../../resources/usage.ts';
import { Failure, type Issue, refuse } from '../../values/failure.ts';
import { decimalFraction, fraction, plus, times } from '../../values/money/fraction.ts';
import { plainDecimal } from '../../values/money/plain-decimal.ts';
import type { Period } from '../../values/periods/period.ts';

/**
 * Updates the fields of unbilled usage that the request contains. Its price stays. Throws `not_found`, `usage_billed`,
 * `subscription_expired`, `usage_not_recordable`, `simultaneous_request` and `Invalid`.
 */
export const updateUsage =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, owner: UsageOwner, id: string, { value, issues }: Submitted<UsageInput>): Promise<UsageRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const { at } = caller;
      const { subscription, usage: held } = await needUsage(records, owner, id);
      if (held.billed_at !== null) throw new Failure('usage_billed', { value: id });
      await refuseWhilePaying(records, held);
      refuseUsage(subscription, at);
      const amount = sentAmount(value) ?? held.amount_decimal;
      const moment = value.usage_timestamp ?? held.usage_timestamp;
      const moved = moment !== held.usage_timestamp;
      const late =
        moved && isLate(subscription, moment)
          ? await records.adjustments.billedPeriod(subscription.uuid, held.add_on_code, moment)
          : undefined;
      refuse([
        ...issues,
        ...clearedIssues(value),
        ...amountIssues(held, amount),
        ...(moved ? momentIssues(subscription, held, moment, { at, billed: late }) : []),
        ...recordingIssues(value, at),
      ]);
      const addOn = addOnOf(subscription, { add_on_code: held.add_on_code });
      const added = plainDecimal(
        plus(decimalFraction(amount), times(decimalFraction(held.amount_decimal), fraction(-1))),
      );
      if (addOn && (moved || added !== '0')) {
        const period = moved ? late : latePeriodOf(held);
        const growth = moved ? amount : added;
        refuse(await usageBeyondLimit(records, { subscription, addOn, late: period, amount: growth }));
      }
      const updated: UsageRecord = {
        ...held,
        ...amountOf(amount),
        ...(moved ? periodOf(late) : {}),
        merchant_tag: value.merchant_tag === undefined ? held.merchant_tag : value.merchant_tag,
        recording_timestamp: value.recording_timestamp ?? held.recording_timestamp,
        usage_timestamp: moment,
        updated_at: at,
        changed_at: at,
      };
      await records.usages.save(updated);
      await records.auditLog.append(auditEntry(world, caller, 'usage.updated', held.key));
      return updated;
    });

const latePeriodOf = ({ late_started_at: startedAt, late_ends_at: endsAt }: UsageRecord): Period | undefined =>
  startedAt === null || endsAt === null ? undefined : { startedAt, endsAt };

/** Returns the issue of a cleared amount. A nil timestamp keeps the stored one. */
const clearedIssues = (value: UsageInput): Issue[] =>
  (value.amount === null || value.amount_decimal === null) && sentAmount(value) === undefined
    ? [{ field: 'usage.amount', symbol: 'blank' }]
    : [];
