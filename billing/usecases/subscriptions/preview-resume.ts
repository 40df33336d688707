import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import { resume } from '../../domain/subscriptions/resume.ts';
import type { OrderDraft } from '../../engine/orders/drafting/draft-order.ts';
import { draftTransition, type TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import { decisionOf } from '../../engine/subscriptions/move-subscription.ts';
import type { Caller } from '../../ports/caller.ts';
import { needSubscription } from '../../queries/subscriptions/subscriptions.ts';

export interface PreviewedResume {
  /** The subscription after it was resumed. */
  readonly subscription: ShownSubscription;
  /** Undefined if its term had ended: then it expires. */
  readonly draft: OrderDraft | undefined;
}

/** Prices the period that resuming a paused subscription starts, and writes nothing. Throws what resuming throws. */
export const previewResume =
  (deps: TransitionDeps) =>
  async (caller: Caller, named: string): Promise<PreviewedResume> => {
    const before = await needSubscription(deps.storage.of(caller.site.id), named);
    const decision = decisionOf(resume(before, caller.at), 'subscription.resumed');
    const subscription = { ...before, ...decision.transition.subscription };
    return { subscription, draft: await draftTransition(deps, caller, before, decision) };
  };
