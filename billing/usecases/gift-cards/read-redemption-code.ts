import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needGiftCard } from '../../queries/catalogue/gift-cards.ts';

/**
 * Returns the redemption code of a gift card. It is worth money, therefore the audit log says who read it. Throws
 * `not_found`.
 */
export const readRedemptionCode =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, id: string): Promise<string> =>
    storage.transaction(caller.site.id, async (records) => {
      const { redemption_code } = await needGiftCard(records, id);
      await records.auditLog.append(auditEntry(world, caller, 'gift_card.code_read', id));
      return redemption_code;
    });
