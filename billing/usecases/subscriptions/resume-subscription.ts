import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import { resume } from '../../domain/subscriptions/resume.ts';
import type { TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import { moveSubscription } from '../../engine/subscriptions/move-subscription.ts';
import type { Caller } from '../../ports/caller.ts';

/**
 * Resumes a paused subscription now: applies the pending change, bills a new period and collects it. A declined payment
 * leaves the invoice past due. Throws `not_found`, `subscription_not_paused`, and `simultaneous_request`.
 */
export const resumeSubscription =
  (deps: TransitionDeps) =>
  (caller: Caller, uuid: string): Promise<ShownSubscription> =>
    moveSubscription(deps, caller, uuid, 'subscription.resumed', (subscription) => resume(subscription, caller.at));
