import type { RedemptionRecord } from '../../domain/coupons/record.ts';
import type { TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import type { Caller } from '../../ports/caller.ts';
import { needRedemption } from '../../queries/catalogue/coupons.ts';
import { type NextInvoiceChanges, nextInvoiceChanges } from './next-invoice-changes.ts';

export interface PreviewedRemoval {
  readonly redemption: RedemptionRecord;
  readonly next: NextInvoiceChanges;
}

/** Returns what removing a redemption changes, and writes nothing. Throws `not_found`. */
export const previewRemoval =
  (deps: TransitionDeps) =>
  async (caller: Caller, account_code: string, uuid: string): Promise<PreviewedRemoval> => {
    const redemption = await needRedemption(deps.storage.of(caller.site.id), account_code, uuid);
    const next = await nextInvoiceChanges(deps, caller, redemption.account_id, (active) =>
      active.filter((one) => one.uuid !== redemption.uuid),
    );
    return { redemption, next };
  };
