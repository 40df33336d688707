import { pause } from '../../domain/subscriptions/pause.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import { moveSubscription } from '../../engine/subscriptions/move-subscription.ts';
import type { Caller } from '../../ports/caller.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';
import type { SubmittedPause } from '../../resources/subscription-pause.ts';
import { refuse } from '../../values/failure.ts';

/**
 * Schedules a pause from the end of the period, changes the length of a scheduled or running pause, or cancels a
 * scheduled one with 0 cycles. Throws `not_found`, `Invalid`, `subscription_expired`, `subscription_not_pausable`, and
 * `simultaneous_request`.
 */
export const pauseSubscription =
  (deps: TransitionDeps) =>
  (caller: Caller, uuid: string, { value, issues }: SubmittedPause): Promise<ShownSubscription> =>
    moveSubscription(deps, caller, uuid, 'subscription.paused', async (subscription, records) => {
      refuse(issues);
      const { has_past_due_invoice: pastDue } = await needAccount(records, subscription.account_code);
      return pause(subscription, caller.at, { cycles: value.remaining_pause_cycles ?? 0, pastDue });
    });
