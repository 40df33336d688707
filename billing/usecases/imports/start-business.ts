import { nextBoundary } from '../../domain/subscriptions/boundary.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import type { Caller } from '../../ports/caller.ts';
import type { HeldTotal } from '../../ports/imports.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
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

/** Subscriptions that are read together. */
const TOGETHER = 500;

/** Returns the subscriptions on hold, in memory a page at a time. */
export async function* heldSubscriptions({
  imports,
}: Pick<Records, 'imports'>): AsyncGenerator<ShownSubscription, void> {
  let after: string | undefined;
  for (;;) {
    const page = await imports.heldSubscriptions(after, TOGETHER);
    yield* page;
    after = page.at(-1)?.uuid;
    if (page.length < TOGETHER) return;
  }
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

/**
 * Starts what was imported: due work renews its subscriptions and collects its invoices from now on. Returns how many
 * were on hold.
 */
export const startBusiness =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller): Promise<{ readonly subscriptions: number; readonly invoices: number }> =>
    storage.transaction(caller.site.id, async (records) => {
      const started = await records.imports.release(caller.at);
      if (started.subscriptions + started.invoices === 0) return started;
      await records.auditLog.append(auditEntry(world, caller, 'import.started', JSON.stringify(started)));
      records.due.wake();
      return started;
    });
