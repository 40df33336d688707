import type { Caller } from '../../caller.ts';
import type { TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import { moveSubscription } from '../../engine/subscriptions/move-subscription.ts';
import { reactivate } from '../../subscriptions/reactivate.ts';
import type { ShownSubscription } from '../../subscriptions/record.ts';

/**
 * Reactivates a canceled subscription before it expires. Throws `not_found`, `subscription_not_reactivatable`, and
 * `simultaneous_request`.
 */
export const reactivateSubscription =
  (deps: TransitionDeps) =>
  (caller: Caller, uuid: string): Promise<ShownSubscription> =>
    moveSubscription(deps)(caller, uuid, 'subscription.reactivated', (subscription) =>
      reactivate(subscription, caller.at),
    );
