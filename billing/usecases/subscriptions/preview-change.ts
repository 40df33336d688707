import type { ShippingAddressRecord } from '../../domain/accounts/record.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { OrderDraft } from '../../engine/orders/drafting/draft-order.ts';
import { draftTransition, type TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import { decideChange } from '../../engine/subscriptions/decide-change.ts';
import type { Caller } from '../../ports/caller.ts';
import { needSubscription } from '../../queries/subscriptions/subscriptions.ts';
import type { ChangedSubscriptionInput } from '../../resources/changed-subscription.ts';
import type { Submitted } from '../../resources/submitted.ts';

export interface PreviewedChange {
  /** The subscription after the change. */
  readonly subscription: ShownSubscription;
  /** Undefined if the change bills nothing. */
  readonly draft: OrderDraft | undefined;
  /** Shipping addresses that it would add to the account. */
  readonly addresses: readonly ShippingAddressRecord[];
}

/** Prices a change of a subscription, and writes nothing. Throws what the change throws. */
export const previewChange =
  (deps: TransitionDeps) =>
  async (caller: Caller, named: string, sent: Submitted<ChangedSubscriptionInput>): Promise<PreviewedChange> => {
    const records = deps.storage.of(caller.site.id);
    const before = await needSubscription(records, named);
    const decision = await decideChange(deps, caller, records, before, sent);
    const after = decision.transition.subscription;
    const current_plan_code = after.plan_id === before.plan_id ? before.current_plan_code : after.plan_code;
    return {
      subscription: { ...before, ...after, current_plan_code },
      draft: await draftTransition(deps, caller, before, decision),
      addresses: decision.addresses ?? [],
    };
  };
