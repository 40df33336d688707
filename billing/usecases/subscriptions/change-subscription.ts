import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { OrderDeps } from '../../engine/orders/with-order.ts';
import { carryOutPaidTransition, type DecideAt } from '../../engine/subscriptions/carry-out-paid-transition.ts';
import { carryOutTransition } from '../../engine/subscriptions/carry-out-transition.ts';
import { decideChange } from '../../engine/subscriptions/decide-change.ts';
import type { Caller } from '../../ports/caller.ts';
import type { RecordedInvoices } from '../../queries/invoices/invoices.ts';
import { needSubscription } from '../../queries/subscriptions/subscriptions.ts';
import type { ChangedSubscriptionInput } from '../../resources/changed-subscription.ts';
import { paymentIn } from '../../resources/stored-payment.ts';
import type { Submitted } from '../../resources/submitted.ts';

export type ChangedSubscription =
  | {
      readonly outcome: 'changed';
      readonly subscription: ShownSubscription;
      /** The invoices of the change, if it bills anything. */
      readonly recorded: RecordedInvoices | undefined;
    }
  | Declined;

/**
 * Changes a subscription at once or at a later boundary. If the payment is declined, the change remains and its invoice
 * is past due, unless payment is required: then the change is declined and nothing changes. Throws `not_found`,
 * `Invalid`, `subscription_expired`, `account_closed`, `simultaneous_request`.
 *
 * @param how `requiresPayment`: by default as the site's setting says
 */
export const changeSubscription =
  (deps: OrderDeps) =>
  async (
    caller: Caller,
    named: string,
    sent: Submitted<ChangedSubscriptionInput>,
    { requiresPayment = caller.site.upgrade_requires_payment } = {},
  ): Promise<ChangedSubscription> => {
    const records = deps.storage.of(caller.site.id);
    const { uuid } = await needSubscription(records, named);
    const decide: DecideAt = (before, at) => decideChange(deps, { ...caller, at }, records, before, sent);
    const done = requiresPayment
      ? await carryOutPaidTransition(deps, caller, uuid, decide, paymentIn(sent.value))
      : await carryOutTransition(deps, caller, uuid, (before) => decide(before, caller.at));
    if ('outcome' in done) return done;
    return { outcome: 'changed', subscription: await needSubscription(records, uuid), recorded: done.recorded };
  };
