import type { RedemptionRecord } from '../../../domain/coupons/record.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { auditEntry } from '../audit-entry.ts';

/** Ends a redemption, which still counts toward the limits of its coupon. Has no effect on one that has ended. */
export const endRedemption = async (
  { redemptions, auditLog }: Pick<Records, 'redemptions' | 'auditLog'>,
  world: Pick<World, 'ids'>,
  caller: Caller,
  held: RedemptionRecord,
): Promise<void> => {
  if (held.ended_at !== null) return;
  await redemptions.save({ ...held, ended_at: caller.at, updated_at: caller.at });
  const subject = `${held.coupon_code}/${held.account_code}`;
  await auditLog.append(auditEntry(world, caller, 'redemption.removed', subject));
};
