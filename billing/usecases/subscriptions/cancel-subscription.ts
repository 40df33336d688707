import { cancel } from '../../domain/subscriptions/cancel.ts';
import type { SaidOnCancel } from '../../domain/subscriptions/cancellation-note.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import { moveSubscription } from '../../engine/subscriptions/move-subscription.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { Failure, refuse } from '../../values/failure.ts';

export interface Cancellation {
  /** Time at which it expires; by default the end of the period. */
  readonly timeframe?: 'bill_date' | 'term_end' | undefined;
  /** The answers of the customer, which are kept with the subscription and noted on the account. */
  readonly said?: SaidOnCancel | undefined;
}

/**
 * Cancels a subscription: it expires at the end of its period, or of its term; a future one is removed, and the coupons
 * that were redeemed for it end. Throws `not_found`, `Invalid`, `precondition_failed` where the account has no live
 * subscription, `subscription_not_cancelable`, and `simultaneous_request`.
 */
export const cancelSubscription =
  (deps: TransitionDeps) =>
  (caller: Caller, uuid: string, { value, issues }: Submitted<Cancellation>): Promise<ShownSubscription> =>
    moveSubscription(deps, caller, uuid, 'subscription.canceled', async (subscription, records) => {
      refuse(issues);
      const { account_id, account_code } = subscription;
      if ((await records.subscriptions.live(account_id)).length === 0) {
        throw new Failure('precondition_failed', {
          what: `Account ${account_code} has no live subscription to cancel.`,
        });
      }
      return cancel(subscription, caller.at, value.timeframe, value.said);
    });
