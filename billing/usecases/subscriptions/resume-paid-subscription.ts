import { resume } from '../../domain/subscriptions/resume.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { OrderDeps } from '../../engine/orders/with-order.ts';
import { carryOutPaidTransition, type PaidBy } from '../../engine/subscriptions/carry-out-paid-transition.ts';
import { decisionOf, type Moved } from '../../engine/subscriptions/move-subscription.ts';
import type { Caller } from '../../ports/caller.ts';
import { needSubscription } from '../../queries/subscriptions/subscriptions.ts';

/**
 * Resumes a paused subscription now, once the period that it starts is paid: if the payment is declined, the
 * subscription stays paused. Throws `not_found`, `subscription_not_paused`, and `simultaneous_request`.
 */
export const resumePaidSubscription =
  (deps: OrderDeps) =>
  async (caller: Caller, named: string, paying: PaidBy = {}): Promise<Moved | Declined> => {
    const records = deps.storage.of(caller.site.id);
    const { uuid } = await needSubscription(records, named);
    const resumed = await carryOutPaidTransition(
      deps,
      caller,
      uuid,
      async (before, at) => decisionOf(resume(before, at), 'subscription.resumed'),
      paying,
    );
    if ('outcome' in resumed) return resumed;
    return { outcome: 'moved', subscription: await needSubscription(records, uuid) };
  };
