import type { CouponRecord, RedemptionRecord } from '../../domain/coupons/record.ts';
import { prepareRedemption } from '../../engine/recording/coupons/prepare-redemption.ts';
import type { TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import type { Caller } from '../../ports/caller.ts';
import type { RedemptionInput } from '../../resources/redemption.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { type NextInvoiceChanges, nextInvoiceChanges } from './next-invoice-changes.ts';

export interface PreviewedRedemption {
  readonly coupon: CouponRecord;
  readonly redemption: RedemptionRecord;
  /** The redemptions that it ends. */
  readonly replaced: readonly RedemptionRecord[];
  readonly next: NextInvoiceChanges;
}

/** Returns what redeeming a coupon changes, and writes nothing. Throws what redeeming throws. */
export const previewRedemption =
  (deps: TransitionDeps) =>
  async (caller: Caller, code: string, submitted: Submitted<RedemptionInput>): Promise<PreviewedRedemption> => {
    const records = deps.storage.of(caller.site.id);
    const prepared = await prepareRedemption(records, deps.world, caller, code, submitted);
    const { found, account, redemption, replaced } = prepared;
    const ended = new Set(replaced.map(({ uuid }) => uuid));
    const next = await nextInvoiceChanges(deps, caller, account.id, (active, at) => [
      ...active.filter(({ uuid }) => !ended.has(uuid)),
      ...(redemption.active_until === null || at < redemption.active_until ? [redemption] : []),
    ]);
    return { coupon: found.coupon, redemption, replaced, next };
  };
