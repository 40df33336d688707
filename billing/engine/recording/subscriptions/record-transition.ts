import type { ShownSubscription } from '../../../domain/subscriptions/record.ts';
import type { Transition } from '../../../domain/subscriptions/transition.ts';
import type { Records } from '../../../ports/storage.ts';
import type { Seconds } from '../../../values/time.ts';

/**
 * Saves a subscription after a transition, and returns the record as its events show it. A subscription that never
 * started is removed, and the coupons that were redeemed for it end.
 */
export const recordTransition = async (
  records: Records,
  before: ShownSubscription,
  { subscription, events, said }: Transition,
  at: Seconds,
): Promise<ShownSubscription> => {
  if (subscription) {
    await records.subscriptions.save(subscription);
    records.events.say(...events.map((event) => ({ ...event, said })));
  } else {
    await remove(records, before, at);
    records.events.say({ type: 'canceled_subscription', subscription: before });
  }
  return { ...before, ...(subscription ?? events.at(-1)?.subscription) };
};

const remove = async (records: Records, { uuid, account_id }: ShownSubscription, at: Seconds): Promise<void> => {
  for (const redemption of await records.redemptions.active(account_id, at)) {
    if (redemption.subscription_id !== uuid) continue;
    await records.redemptions.save({ ...redemption, subscription_id: null, ended_at: at, updated_at: at });
  }
  await records.subscriptions.remove(uuid);
};
