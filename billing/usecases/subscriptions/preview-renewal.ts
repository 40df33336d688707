import { nextBoundary } from '../../domain/subscriptions/boundary.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { OrderDraft } from '../../engine/orders/drafting/draft-order.ts';
import { boundaryUpdate } from '../../engine/subscriptions/boundary-update.ts';
import { draftTransition, type TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
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

/** Maximum number of boundaries of a pause that are crossed to find the period after it. */
const MOST_BOUNDARIES = 1200;

/**
 * Prices the next period that a subscription will be billed for, as due work will bill it, and writes nothing. Returns
 * undefined if it ends before that. `subscription` need not be stored: a preview of a change has a next period too.
 * Throws `Invalid` where the site may not sell.
 */
export const previewRenewal =
  (deps: TransitionDeps) =>
  async (caller: Caller, subscription: ShownSubscription): Promise<PreviewedRenewal | undefined> => {
    let current = subscription;
    for (let crossed = 0; crossed < MOST_BOUNDARIES; crossed += 1) {
      const at = nextBoundary(current);
      const update = at === null ? undefined : boundaryUpdate(current, at);
      if (at === null || !update || update.kind === 'end') return undefined;
      const after = { ...current, ...update.transition.subscription };
      if (update.transition.charges.some(({ kind }) => kind === 'period')) {
        const draft = await draftTransition(deps, { ...caller, at }, current, update);
        return draft && { at, draft, subscription: after };
      }
      current = after;
    }
    return undefined;
  };
