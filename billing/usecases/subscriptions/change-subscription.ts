import type { Caller } from '../../caller.ts';
import type { OrderDeps } from '../../engine/orders/with-order.ts';
import { carryOutPaidTransition } from '../../engine/subscriptions/carry-out-paid-transition.ts';
import { carryOutTransition, type Decide } from '../../engine/subscriptions/carry-out-transition.ts';
import { decideChange } from '../../engine/subscriptions/decide-change.ts';
import type { Update } from '../../engine/subscriptions/decision.ts';
import type { Declined } from '../../payments/declined.ts';
import { needSubscription } from '../../queries/subscriptions/need-subscription.ts';
import type { ChangedSubscriptionInput } from '../../resources/changed-subscription.ts';
import { paymentIn } from '../../resources/stored-payment.ts';
import type { Submitted } from '../../resources/submitted.ts';
import type { ShownSubscription } from '../../subscriptions/record.ts';

export type ChangedSubscription = { readonly outcome: 'changed'; readonly subscription: ShownSubscription } | Declined;

/**
 * Changes a subscription at once or at a later boundary. If the payment is declined, the change remains and its invoice
 * is past due, unless the site requires payment: then the change is declined and nothing changes. Throws `not_found`,
 * `Invalid`, `subscription_expired`, `account_closed`, `simultaneous_request`.
 */
export const changeSubscription =
  (deps: OrderDeps) =>
  async (caller: Caller, named: string, sent: Submitted<ChangedSubscriptionInput>): Promise<ChangedSubscription> => {
    const records = deps.storage.of(caller.site.id);
    const { uuid } = await needSubscription(records, named);
    const decide: Decide<Update> = (before) => decideChange(deps)(caller, records, before, sent);
    const done = caller.site.upgrade_requires_payment
      ? await carryOutPaidTransition(deps)(caller, uuid, decide, paymentIn(sent.value))
      : await carryOutTransition(deps)(caller, uuid, decide);
    if ('outcome' in done) return done;
    return { outcome: 'changed', subscription: await needSubscription(records, uuid) };
  };
