import { changesBetween } from '../../domain/audit-log/changes.ts';
import type { SaidOnCancel } from '../../domain/subscriptions/cancellation-note.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import { type Termination, terminate } from '../../domain/subscriptions/terminate.ts';
import { earlierOutcome } from '../../engine/recording/request-outcome.ts';
import type { DeclinedRefund } from '../../engine/refunds/carry-out-refund.ts';
import { carryOutTransition, type TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import type { Update } from '../../engine/subscriptions/decision.ts';
import { decisionOf, type Moved } from '../../engine/subscriptions/move-subscription.ts';
import { refundTermination } from '../../engine/subscriptions/refund-termination.ts';
import type { Caller } from '../../ports/caller.ts';
import { needSubscription } from '../../queries/subscriptions/subscriptions.ts';

/**
 * Terminates a subscription at once. Its last invoice is refunded in full, in part or not at all. If a gateway declines
 * the refund, the subscription stays unchanged, unless the site keeps declined refunds as credit. Throws `not_found`,
 * `subscription_expired`, `subscription_not_terminable`, `subscription_not_paused` and `simultaneous_request`.
 */
export const terminateSubscription =
  (deps: TransitionDeps) =>
  async (caller: Caller, named: string, termination: Termination): Promise<Moved | DeclinedRefund> => {
    const records = deps.storage.of(caller.site.id);
    const { uuid } = await needSubscription(records, named);
    const earlier = await earlierOutcome(records, caller);
    if (earlier?.outcome === 'declined') return earlier;
    if (!earlier) {
      const ending = (before: ShownSubscription): Update => {
        const transition = terminate(before, caller.at, termination);
        const said = changesBetween<SaidOnCancel>(before, transition.subscription, ['cancel_reason', 'cancel_comment']);
        return {
          ...decisionOf(transition, 'subscription.terminated'),
          changes: Object.keys(said).length === 0 ? null : said,
        };
      };
      const refunded = await refundTermination(deps, caller, uuid, ending);
      if (refunded?.outcome === 'declined') return refunded;
      if (!refunded) await carryOutTransition(deps, caller, uuid, async (before) => ending(before));
    }
    return { outcome: 'moved', subscription: await needSubscription(records, uuid) };
  };
