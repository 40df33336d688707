import { nextBoundary } from '../../domain/subscriptions/boundary.ts';
import type { TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import type { Caller } from '../../ports/caller.ts';
import type { HeldTotal } from '../../ports/imports.ts';
import { heldSubscriptions } from '../../queries/subscriptions/held-subscriptions.ts';
import type { Seconds } from '../../values/time.ts';
import { previewRenewal } from '../subscriptions/preview-renewal.ts';

/** The work that is due as soon as an import is started, in one currency. */
export interface DueAtStart extends HeldTotal {
  /** Subscriptions that reach the end of a period, or their start, at once. */
  readonly due_subscriptions: number;
  /** Cents of their next invoices, one for each. */
  readonly renewals_in_cents: number;
}

export interface PreviewedStart {
  readonly currencies: readonly DueAtStart[];
  /** The first moment at which a subscription that is not due at once is due; null if there is none. */
  readonly next_at: Seconds | null;
}

/** Returns what would become due at once if the import was started now, and writes nothing. */
export const previewStart =
  (deps: TransitionDeps) =>
  async (caller: Caller): Promise<PreviewedStart> => {
    const records = deps.storage.of(caller.site.id);
    const due = new Map<string, { due_subscriptions: number; renewals_in_cents: number }>();
    let next_at: Seconds | null = null;
    for await (const subscription of heldSubscriptions(records)) {
      const boundary = nextBoundary(subscription);
      if (boundary === null) continue;
      if (boundary > caller.at) {
        next_at = Math.min(boundary, next_at ?? boundary);
        continue;
      }
      const sums = due.get(subscription.currency) ?? { due_subscriptions: 0, renewals_in_cents: 0 };
      const renewal = await previewRenewal(deps)(caller, subscription);
      sums.due_subscriptions += 1;
      sums.renewals_in_cents +=
        renewal && renewal.at <= caller.at ? (renewal.draft.charge?.invoice.total_in_cents ?? 0) : 0;
      due.set(subscription.currency, sums);
    }
    const held = await records.imports.held(caller.at);
    return {
      currencies: held.map((total) => ({
        ...total,
        ...(due.get(total.currency) ?? { due_subscriptions: 0, renewals_in_cents: 0 }),
      })),
      next_at,
    };
  };
