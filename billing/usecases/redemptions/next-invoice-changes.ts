import type { RedemptionRecord, RedemptionRow } from '../../domain/coupons/record.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import { nextBilledPeriod } from '../../engine/subscriptions/next-billed-period.ts';
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

export interface NextInvoiceChanges {
  /** The next invoices that have another amount, the first first. */
  readonly changes: readonly NextInvoiceChange[];
  /** Subscriptions whose next invoices were compared: those that are billed first. */
  readonly compared: number;
  /** Subscriptions that will be billed again. */
  readonly subscriptions: number;
}

/** Subscriptions of a customer whose next invoices are priced. */
export const MOST_PRICED = 20;

type Active = readonly RedemptionRecord[];
/** Returns the redemptions in force at a moment, by those that are stored. */
type ActiveThen = (stored: Active, at: Seconds) => Active;

/**
 * Returns the next invoices of an account's subscriptions that have another amount with other redemptions in force.
 * They are priced in the order in which they will be billed: one that uses a coupon up leaves nothing to later ones.
 */
export const nextInvoiceChanges = async (
  deps: TransitionDeps,
  caller: Caller,
  accountId: string,
  then: ActiveThen,
): Promise<NextInvoiceChanges> => {
  const live = await deps.storage.of(caller.site.id).subscriptions.live(accountId);
  const billed = live
    .flatMap((subscription) => {
      const next = nextBilledPeriod(subscription);
      return next ? [{ subscription, at: next.at }] : [];
    })
    .sort((one, other) => one.at - other.at);
  const compared = billed.slice(0, MOST_PRICED);
  const [asStored, changed] = [inOrder(deps, accountId, (stored) => stored), inOrder(deps, accountId, then)];
  const changes: NextInvoiceChange[] = [];
  for (const { subscription } of compared) {
    const before = await asStored(caller, subscription);
    const after = before && (await changed(caller, subscription));
    if (before && after && before.draft.charge?.invoice.total_in_cents !== after.draft.charge?.invoice.total_in_cents) {
      changes.push({ subscription, before, after });
    }
  }
  return { changes, compared: compared.length, subscriptions: billed.length };
};

/** Prices renewals one after the other, each with the redemptions as those before it leave them. */
const inOrder = (deps: TransitionDeps, accountId: string, then: ActiveThen) => {
  const { storage } = deps;
  const left = new Map<string, RedemptionRow>();
  const active: ActiveThen = (stored, at) =>
    then(stored, at)
      .map((one) => ({ ...one, ...left.get(one.uuid) }))
      .filter(({ ended_at }) => ended_at === null);
  const next = previewRenewal({
    ...deps,
    storage: { ...storage, of: (siteId: string) => withActive(storage.of(siteId), accountId, active) },
  });
  return async (caller: Caller, subscription: ShownSubscription): Promise<PreviewedRenewal | undefined> => {
    const priced = await unlessRefused(next(caller, subscription));
    for (const row of priced?.draft.updatedRedemptions ?? []) left.set(row.uuid, row);
    return priced;
  };
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
