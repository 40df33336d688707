import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { OrderDraft } from '../../engine/orders/drafting/draft-order.ts';
import { draftTransition, type TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import { nextBilledPeriod } from '../../engine/subscriptions/next-billed-period.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Seconds } from '../../values/time.ts';

export interface PreviewedRenewal {
  /** Time at which the next period starts and is billed. */
  readonly at: Seconds;
  /** Its invoice, with today's taxes, coupons, credit and pending charges. */
  readonly draft: OrderDraft;
  /** The subscription once that period has started. */
  readonly subscription: ShownSubscription;
}

/**
 * Prices the next period that a subscription will be billed for, as due work will bill it, and writes nothing. Returns
 * undefined if it ends before that. Throws `Invalid` where the site may not sell.
 */
export const previewRenewal =
  (deps: TransitionDeps) =>
  async (caller: Caller, subscription: ShownSubscription): Promise<PreviewedRenewal | undefined> => {
    const next = nextBilledPeriod(subscription);
    if (!next) return undefined;
    const { at, before, update, after } = next;
    const draft = await draftTransition(deps, { ...caller, at }, before, update);
    return draft && { at, draft, subscription: after };
  };
