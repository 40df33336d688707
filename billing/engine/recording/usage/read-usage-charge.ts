import type { SubscriptionAddOnRecord, SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { SubscriptionCharge } from '../../../domain/subscriptions/transition.ts';
import type { BilledUsage } from '../../../domain/subscriptions/usage-lines.ts';
import type { UsageSelection } from '../../../domain/subscriptions/usage-selection.ts';
import type { Records } from '../../../ports/storage.ts';
import type { Period } from '../../../values/periods/period.ts';

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
  const late: BilledUsage[] = [];
  for (const earlier of await usages.latePeriods(before.uuid, add_on_code)) {
    const selection: UsageSelection = { ...of, late: true, ...earlier };
    late.push({
      addOn,
      period: earlier,
      selection,
      total: await usages.unbilled(selection),
      before: (await usages.billed(before.uuid, add_on_code, earlier)).amount,
    });
  }
  return [...late, { addOn, period, selection: current, total: await usages.unbilled(current), before: '0' }];
};
