import type { AuditAction } from '../../domain/audit-log/areas.ts';
import type { ShownSubscription, SubscriptionRecord } from '../../domain/subscriptions/record.ts';
import type { Transition } from '../../domain/subscriptions/transition.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { needSubscription } from '../../queries/subscriptions/subscriptions.ts';
import { subscriptionChanges } from '../recording/subscriptions/subscription-changes.ts';
import { carryOutTransition, type TransitionDeps } from './carry-out-transition.ts';
import type { Decision } from './decision.ts';

/** The outcome of a transition whose payment or refund may be declined instead: the subscription as it is stored. */
export interface Moved {
  readonly outcome: 'moved';
  readonly subscription: ShownSubscription;
}

/** Decides on the stored subscription. Throws `Failure` and `Invalid` to leave it unchanged. */
export type Move = (subscription: ShownSubscription, records: Records) => Transition | Promise<Transition>;

/**
 * Carries out a transition that a client requested, and returns the resulting subscription; a removed one as in its
 * last event. Throws `not_found`, `simultaneous_request`, and what `move` throws.
 *
 * @param what the entry of the audit log, for example `subscription.canceled`
 */
export const moveSubscription = async (
  deps: TransitionDeps,
  caller: Caller,
  named: string,
  what: AuditAction,
  move: Move,
): Promise<ShownSubscription> => {
  const records = deps.storage.of(caller.site.id);
  const before = await needSubscription(records, named);
  let moved = before;
  await carryOutTransition(deps, caller, before.uuid, async (current) => {
    const transition = await move(current, records);
    moved = { ...current, ...transition.events.at(-1)?.subscription };
    return { ...decisionOf(transition, what), changes: subscriptionChanges(current, transition.subscription) };
  });
  return (await records.subscriptions.find(before.uuid)) ?? { ...moved, removed: true };
};

/**
 * Returns the decision for a transition: one that ends the subscription bills the rest of it; every other one begins a
 * period.
 */
export const decisionOf = <S extends SubscriptionRecord | null>(
  transition: Transition<S>,
  what: AuditAction,
): Decision<S> => ({ kind: transition.subscription?.state === 'expired' ? 'end' : 'renew', transition, what });
