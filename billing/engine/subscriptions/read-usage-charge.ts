import type { Period } from '../../periods/period.ts';
import type { Records } from '../../ports/storage.ts';
import type { SubscriptionAddOnRecord, SubscriptionRecord } from '../../subscriptions/record.ts';
import type { SubscriptionCharge } from '../../subscriptions/transition.ts';
import type { BilledUsage } from '../../subscriptions/usage-lines.ts';
import type { UsageSelection } from '../../usages/record.ts';

type Read = Pick<Records, 'usages'>;

/**
 * Reads the unbilled usage that the charges of a transition bill: that of the period, and late usage of earlier ones,
 * oldest first.
 *
 * @param subscription the record after the transition
 */
export const readUsageCharges = async (
  records: Read,
  subscription: SubscriptionRecord,
  charges: readonly SubscriptionCharge[],
): Promise<readonly BilledUsage[]> => {
  const read: BilledUsage[] = [];
  for (const charge of charges) {
    if (charge.kind !== 'usage') continue;
    for (const addOn of charge.addOns) read.push(...(await unbilledUsage(records, subscription, charge.period, addOn)));
  }
  return read;
};

const unbilledUsage = async (
  { usages }: Read,
  { uuid, state }: SubscriptionRecord,
  period: Period,
  addOn: SubscriptionAddOnRecord,
): Promise<readonly BilledUsage[]> => {
  const { add_on_code } = addOn;
  const of = { subscription_id: uuid, add_on_code };
  // No later invoice of an expired subscription bills what clients dated a few minutes ahead.
  const endsAt = state === 'expired' ? null : period.endsAt;
  const current: UsageSelection = { ...of, late: false, startedAt: period.startedAt, endsAt };
  const late: BilledUsage[] = [];
  for (const earlier of await usages.latePeriods(uuid, add_on_code)) {
    const selection: UsageSelection = { ...of, late: true, ...earlier };
    late.push({
      addOn,
      period: earlier,
      selection,
      total: await usages.unbilled(selection),
      before: (await usages.billed(uuid, add_on_code, earlier)).amount,
    });
  }
  return [...late, { addOn, period, selection: current, total: await usages.unbilled(current), before: '0' }];
};
