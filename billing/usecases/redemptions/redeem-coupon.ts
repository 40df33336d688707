import type { FoundCoupon, RedemptionRecord } from '../../domain/coupons/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { prepareRedemption } from '../../engine/recording/coupons/prepare-redemption.ts';
import { recordOnce } from '../../engine/recording/request-outcome.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { RedemptionInput } from '../../resources/redemption.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { Failure } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';

type Deps = { readonly storage: Storage; readonly world: World };

/**
 * Redeems a coupon, or a unique code of one, on an account or one of its subscriptions. Throws `not_found` for the
 * code, `account_closed`, `coupon_not_redeemable`, `Invalid`. The coupon's limits hold under concurrent redemptions.
 */
export const redeemCoupon =
  ({ storage, world }: Deps) =>
  (caller: Caller, code: string, submitted: Submitted<RedemptionInput>): Promise<RedemptionRecord> =>
    recordOnce({ storage }, caller, async (records) => {
      const { found, account, redemption, replaced } = await prepareRedemption(records, world, caller, code, submitted);
      const { at } = caller;
      await count(records, found, code, at);
      for (const one of replaced) await records.redemptions.save({ ...one, ended_at: at, updated_at: at });
      const { account_code: _, subscription_expired: __, ...row } = redemption;
      await records.redemptions.add(row);
      const subject = `${redemption.coupon_code}/${account.account_code}`;
      await records.auditLog.append(auditEntry(world, caller, 'coupon.redeemed', subject));
      return redemption;
    });

/** Reserves one redemption; no other request can reserve the same. */
const count = async (
  { coupons }: Records,
  { coupon, unique }: FoundCoupon,
  code: string,
  at: Seconds,
): Promise<void> => {
  const counted = (await coupons.redeem(coupon.key)) && (!unique || (await coupons.codes.redeem(unique.key, at)));
  if (!counted) throw new Failure('coupon_not_redeemable', { value: code });
};
