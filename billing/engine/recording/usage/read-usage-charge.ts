import type { SubscriptionAddOnRecord, SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { SubscriptionCharge } from '../../../domain/subscriptions/transition.ts';
import { isCountedByTerm, isLastCounted } from '../../../domain/subscriptions/usage-counter.ts';
import type { BilledUsage } from '../../../domain/subscriptions/usage-lines.ts';
import type { UsageSelection } from '../../../domain/subscriptions/usage-selection.ts';
import type { Records } from '../../../ports/storage.ts';
import type { Period } from '../../../values/periods/period.ts';
import { termCounter } from './term-counter.ts';

type Read = Pick<Records, 'usages'>;

/** A subscription before and after a transition. */
export interface MovedUsage {
  readonly before: SubscriptionRecord;
  readonly after: SubscriptionRecord;
}

/**
 * Reads the unbilled usage that the charges of a transition bill: that of the period, and late usage of earlier ones,
 * oldest first.
 */
export const readUsageCharges = async (
  records: Read,
  moved: MovedUsage,
  charges: readonly SubscriptionCharge[],
): Promise<readonly BilledUsage[]> => {
  const read: BilledUsage[] = [];
  for (const charge of charges) {
    if (charge.kind !== 'usage') continue;
    for (const addOn of charge.addOns) read.push(...(await unbilledUsage(records, moved, charge.period, addOn)));
  }
  return read;
};

const unbilledUsage = async (
  { usages }: Read,
  { before, after }: MovedUsage,
  period: Period,
  addOn: SubscriptionAddOnRecord,
): Promise<readonly BilledUsage[]> => {
  const { add_on_code } = addOn;
  const of = { subscription_id: before.uuid, add_on_code };
  // A renewal leaves usage dated after the boundary to the next period. Within a period and at the end of the
  // subscription all usage is billed, including usage dated a few minutes ahead.
  const isFollowed = after.state !== 'expired' && period.endsAt === before.current_period_ends_at;
  const endsAt = isFollowed ? period.endsAt : null;
  const current: UsageSelection = { ...of, late: false, startedAt: period.startedAt, endsAt };
  const countOn = isCountedByTerm(addOn) ? termCounter({ usages }, before, add_on_code) : undefined;
  const late: BilledUsage[] = [];
  for (const earlier of await usages.latePeriods(before.uuid, add_on_code)) {
    const selection: UsageSelection = { ...of, late: true, ...earlier };
    const total = await usages.unbilled(selection);
    late.push({
      addOn,
      period: earlier,
      selection,
      total,
      before: countOn
        ? await countOn(earlier.startedAt, total.amount)
        : (await usages.billed(before.uuid, add_on_code, earlier)).amount,
      // The period was billed by the last record that it had then.
      ...(isLastCounted(addOn) ? { counted: '0' } : {}),
    });
  }
  const total = await usages.unbilled(current);
  const counted = isLastCounted(addOn) ? { counted: await usages.lastUnbilled(current) } : {};
  const counter = countOn ? await countOn(period.startedAt, total.amount) : '0';
  return [...late, { addOn, period, selection: current, total, before: counter, ...counted }];
};
