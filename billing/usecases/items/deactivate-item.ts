import { deactivated } from '../../domain/items/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needItem } from '../../queries/catalogue/items.ts';

/**
 * Makes an item inactive: it is not sold any more, and pending charges, add-ons and subscriptions that exist keep it.
 * Nothing changes for one that is inactive. Throws `not_found`.
 */
export const deactivateItem =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, item_code: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needItem(records, item_code);
      if (held.state === 'inactive') return;
      const item = deactivated(held, caller.at);
      await records.items.save(item);
      records.events.say({ type: 'deactivated_item', item });
      await records.auditLog.append(auditEntry(world, caller, 'item.deactivated', item_code));
    });
