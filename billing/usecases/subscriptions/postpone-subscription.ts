import { postpone } from '../../domain/subscriptions/postpone.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import { moveSubscription } from '../../engine/subscriptions/move-subscription.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { Failure, Invalid, refuse } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';

export interface Postponement {
  readonly nextBillDate?: Seconds | undefined;
  /** Confirms that several calls within a minute are intended. */
  readonly bulk: boolean;
}

/** A client that repeats a call must not postpone twice. */
const REPEATED_WITHIN = 60;

/**
 * Moves the next bill date of a subscription. A second call within 60 seconds needs `bulk`. Throws `not_found`,
 * `Invalid`, `subscription_expired`, `subscription_not_postponable`, and `simultaneous_request`.
 */
export const postponeSubscription =
  (deps: TransitionDeps) =>
  (
    caller: Caller,
    uuid: string,
    { value: { nextBillDate, bulk }, issues }: Submitted<Postponement>,
  ): Promise<ShownSubscription> =>
    moveSubscription(deps, caller, uuid, 'subscription.postponed', (subscription) => {
      refuse(issues);
      if (nextBillDate === undefined) throw new Invalid([{ field: 'subscription.next_bill_date', symbol: 'blank' }]);
      const postponed = postpone(subscription, caller.at, nextBillDate);
      const { postponed_at, state, uuid: value } = subscription;
      if (!bulk && postponed_at !== null && caller.at < postponed_at + REPEATED_WITHIN) {
        throw new Failure('subscription_not_postponable', { value, state, seconds: REPEATED_WITHIN });
      }
      return postponed;
    });
