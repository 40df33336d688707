import { isRedeemable } from '../../domain/coupons/coupon.ts';
import type { FoundCoupon } from '../../domain/coupons/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { QueryDeps } from '../site-query.ts';

/** Returns a coupon, or a unique code of one, that can be redeemed at the moment of the caller; or undefined. */
export const findRedeemableCoupon =
  ({ storage }: QueryDeps) =>
  async ({ site, at }: Pick<Caller, 'site' | 'at'>, code: string): Promise<FoundCoupon | undefined> => {
    const found = await storage.of(site.id).coupons.find(code.trim());
    return found && isRedeemable(found, at) ? found : undefined;
  };
