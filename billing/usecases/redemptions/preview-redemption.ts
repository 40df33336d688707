import type { CouponRecord, RedemptionRecord } from '../../domain/coupons/record.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import { prepareRedemption } from '../../engine/recording/coupons/prepare-redemption.ts';
import type { TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { needRedemption } from '../../queries/coupons.ts';
import type { RedemptionInput } from '../../resources/redemption.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { unlessRefused } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { type PreviewedRenewal, previewRenewal } from '../subscriptions/preview-renewal.ts';

/** The next invoice of a subscription, without and with a change of the coupons. */
export interface NextInvoiceChange {
  readonly subscription: ShownSubscription;
  readonly before: PreviewedRenewal;
  readonly after: PreviewedRenewal;
}

export interface PreviewedRedemption {
  readonly coupon: CouponRecord;
  readonly redemption: RedemptionRecord;
  /** The redemptions that it ends. */
  readonly replaced: readonly RedemptionRecord[];
  /** The next invoices that have another amount. */
  readonly changes: readonly NextInvoiceChange[];
}

export interface PreviewedRemoval {
  readonly redemption: RedemptionRecord;
  readonly changes: readonly NextInvoiceChange[];
}

/** Subscriptions of a customer whose next invoices are priced. */
const MOST_PRICED = 20;

/** Returns what redeeming a coupon changes, and writes nothing. Throws what redeeming throws. */
export const previewRedemption =
  (deps: TransitionDeps) =>
  async (caller: Caller, code: string, submitted: Submitted<RedemptionInput>): Promise<PreviewedRedemption> => {
    const records = deps.storage.of(caller.site.id);
    const prepared = await prepareRedemption(records, deps.world, caller, code, submitted);
    const { found, account, redemption, replaced } = prepared;
    const ended = new Set(replaced.map(({ uuid }) => uuid));
    const changes = await changesBy(deps, caller, account.id, (active, at) => [
      ...active.filter(({ uuid }) => !ended.has(uuid)),
      ...(redemption.active_until === null || at < redemption.active_until ? [redemption] : []),
    ]);
    return { coupon: found.coupon, redemption, replaced, changes };
  };

/** Returns what removing a redemption changes, and writes nothing. Throws `not_found`. */
export const previewRemoval =
  (deps: TransitionDeps) =>
  async (caller: Caller, account_code: string, uuid: string): Promise<PreviewedRemoval> => {
    const redemption = await needRedemption(deps.storage.of(caller.site.id), account_code, uuid);
    const changes = await changesBy(deps, caller, redemption.account_id, (active) =>
      active.filter((one) => one.uuid !== redemption.uuid),
    );
    return { redemption, changes };
  };

type Active = readonly RedemptionRecord[];
/** Returns the redemptions in force at a moment, by those that are stored. */
type ActiveThen = (stored: Active, at: Seconds) => Active;

const changesBy = async (
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
