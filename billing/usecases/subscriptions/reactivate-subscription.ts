import { reactivate } from '../../domain/subscriptions/reactivate.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import { moveSubscription } from '../../engine/subscriptions/move-subscription.ts';
import type { Caller } from '../../ports/caller.ts';
import { needOpenAccount } from '../../queries/accounts/accounts.ts';

/**
 * Reactivates a canceled subscription of an open account before it expires. Throws `not_found`, `account_closed`,
 * `subscription_not_reactivatable`, and `simultaneous_request`.
 */
export const reactivateSubscription =
  (deps: TransitionDeps) =>
  (caller: Caller, uuid: string): Promise<ShownSubscription> =>
    moveSubscription(deps, caller, uuid, 'subscription.reactivated', async (subscription, records) => {
      await needOpenAccount(records, subscription.account_code);
      return reactivate(subscription, caller.at);
    });
