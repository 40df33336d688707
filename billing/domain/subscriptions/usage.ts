import type { Seconds } from '../../values/time.ts';
import { currentPeriod, isTrialPeriod } from './periods.ts';
import type { SubscriptionAddOnRecord, SubscriptionRecord } from './record.ts';
import type { UsageCharge } from './transition.ts';

/**
 * Bills the usage of the current period up to a moment, for the usage add-ons that `of` selects. Usage of a trial is
 * never billed, and a paused subscription has none.
 */
export const usageCharges = (
  subscription: SubscriptionRecord,
  until: Seconds,
  of: (addOn: SubscriptionAddOnRecord) => boolean = () => true,
): UsageCharge[] => {
  if (subscription.state === 'paused' || isTrialPeriod(subscription)) return [];
  const addOns = subscription.add_ons.filter((addOn) => addOn.add_on_type === 'usage' && of(addOn));
  const { startedAt } = currentPeriod(subscription);
  return addOns.length === 0 ? [] : [{ kind: 'usage', period: { startedAt, endsAt: until }, addOns }];
};
