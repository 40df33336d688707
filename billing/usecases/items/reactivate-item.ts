import { type ItemRecord, reactivated } from '../../domain/items/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needItem } from '../../queries/catalogue/items.ts';
import { Failure } from '../../values/failure.ts';

/** Makes an inactive item active again. Throws `not_found`; `item_not_inactive`. */
export const reactivateItem =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, item_code: string): Promise<ItemRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needItem(records, item_code);
      if (held.state === 'active') throw new Failure('item_not_inactive', { value: item_code });
      const item = reactivated(held, caller.at);
      await records.items.save(item);
      records.events.say({ type: 'reactivated_item', item });
      await records.auditLog.append(auditEntry(world, caller, 'item.reactivated', item_code));
      return item;
    });
