import type { RedemptionRecord } from '../../domain/coupons/record.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { unlessRefused } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { type PreviewedRenewal, previewRenewal } from '../subscriptions/preview-renewal.ts';

/** The next invoice of a subscription, without and with a change of the coupons. */
export interface NextInvoiceChange {
  readonly subscription: ShownSubscription;
  readonly before: PreviewedRenewal;
  readonly after: PreviewedRenewal;
}

/** Subscriptions of a customer whose next invoices are priced. */
const MOST_PRICED = 20;

type Active = readonly RedemptionRecord[];
/** Returns the redemptions in force at a moment, by those that are stored. */
type ActiveThen = (stored: Active, at: Seconds) => Active;

/** Returns the next invoices of an account's subscriptions that have another amount with other redemptions in force. */
export const nextInvoiceChanges = async (
  deps: TransitionDeps,
  caller: Caller,
  accountId: string,
  then: ActiveThen,
): Promise<NextInvoiceChange[]> => {
  const { storage } = deps;
  const changed = {
    ...deps,
    storage: { ...storage, of: (siteId: string) => withActive(storage.of(siteId), accountId, then) },
  };
  const [nextOf, nextThen] = [previewRenewal(deps), previewRenewal(changed)];
  const live = (await storage.of(caller.site.id).subscriptions.live(accountId)).slice(0, MOST_PRICED);
  const changes: NextInvoiceChange[] = [];
  for (const subscription of live) {
    const before = await unlessRefused(nextOf(caller, subscription));
    const after = before && (await unlessRefused(nextThen(caller, subscription)));
    if (before && after && before.draft.charge?.invoice.total_in_cents !== after.draft.charge?.invoice.total_in_cents) {
      changes.push({ subscription, before, after });
    }
  }
  return changes;
};

/** Records in which an account has other redemptions in force. */
const withActive = (records: Records, accountId: string, then: ActiveThen): Records => {
  const { redemptions } = records;
  return {
    ...records,
    redemptions: {
      ...redemptions,
      async active(id, at) {
        const stored = await redemptions.active(id, at);
        return id === accountId ? then(stored, at) : stored;
      },
    },
  };
};
